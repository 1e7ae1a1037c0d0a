// All texts of the page. Another language is another object with the same keys; English replaces missing ones. `games`,
// `openingRules`, `flags` and `values` have texts by the names of the engine, `errors` and `grounds` by its codes.

const en = {
  language: "English",
  black: "Black", white: "White",
  game: "Game", size: "Size", length: "In a row", newGame: "New", start: "Start", cancel: "Cancel", close: "Close",
  newGameTitle: "New game", position: "Position", positionText: "Position or moves as text", openText: "Open this text",
  openFile: "Open a file", share: "Copy link", copied: "The link is on the clipboard.", copiedLong: "The link is on the clipboard. It is long: some programs cut it, a file is safer.", settings: "Settings", help: "Help",
  copyPosition: "Copy position", positionCopied: "The position is on the clipboard.",
  analysis: "Analysis", moves: "Moves", play: "Play", review: "Review", proof: "Proof", file: "File",
  analyse: "Analyse", stop: "Stop", lines: "Lines", depth: "Depth",
  move: "Move", rate: "Wins", line: "Line", best: "best", candidates: "Candidates",
  nothingYet: "Start the analysis to see the best moves.", thinking: "Thinking …", over: "The game is over.",
  winsIn: "wins in {0}", losesIn: "loses in {0}", perSecond: "{0}/s", winsOf: "{0} wins", rateOf: "How likely {0} wins", barHelp: "Black below, White above: how likely each wins",
  switchOff: "Switch off", endedProven: "proven", ended: "ended", sayValue: "{0} wins with {1} %, best {2}",
  legend_threats: "Points where a stone makes a threat: 5 a five, 4 a four, 3 an open three, 33 and 44 two at once, × a capture. Dark: Black’s, light: White’s, purple: both. Stronger colour, stronger threat.",
  legend_no_threats: "No point makes a threat here.", legend_rates: "The bluer a point, the likelier the side to move wins there.", legend_even: "The moves after which both sides are nearest to even.",
  evaluation: "Black wins with {0} %", graph: "Win rate of Black, move by move", graphHelp: "A click goes to the move.",
  heat: "Heat map", heatNone: "none", heatThreats: "threats", heatRates: "win rates", heatEven: "even moves",
  first: "First move", back: "Back", forward: "Forward", last: "Last move",
  undo: "Take back", swap: "Swap colours", pass: "Pass", swapOffered: "Swap is offered: play on, or trade colours.",
  mustPass: "No point is left to play on.", toMove: "{0} to move", wins: "{0} wins: {1}", draw: "Draw: {0}",
  pendingFive: "A five of {0} stands and can still be broken.",
  captured: "captured by {0}: {1}", capturedOf: "captured by {0}: {1} of {2}",
  comment: "Comment", commentHere: "Comment on this position", promote: "Make main line", remove: "Delete from here",
  mark: "Mark of the move", noMark: "no mark", tree: "Moves and variations", startOfGame: "Start",
  setUp: "set-up", unfold: "Show these moves", undoChange: "Undo (Ctrl-Z)", redoChange: "Redo (Ctrl-Y)", undoIt: "Undo", deleted: "{0} moves deleted.", deletedOne: "One move deleted.",
  tool_circle: "Draw circles", tool_square: "Draw squares", tool_triangle: "Draw triangles", tool_cross: "Draw crosses", tool_arrow: "Draw arrows: click where it begins, then where it ends",
  tool_letter: "Put letters", tool_number: "Put numbers", numberFromHere: "Number the moves from here", clearMarks: "Remove all drawings here",
  gameNames: "Names of the game", noNames: "Names, event, date …", event: "Event", round: "Round", place: "Place", date: "Date", openingName: "Opening", result: "Result", rules: "Rules",
  rankBlack: "Rank of Black", rankWhite: "Rank of White", timeLimit: "Time, in seconds", gameName: "Name of the game", annotator: "Annotator", sourceOf: "Source", copyright: "Copyright",
  noResult: "by the board", resigned_x: "Black wins by resignation", resigned_o: "White wins by resignation", time_x: "Black wins on time", time_o: "White wins on time", agreedDraw: "Draw by agreement",
  otherProperties: "{0} other properties of the file; they are kept",
  illegal: "{0}: {1}",
  level: "Level", you: "You play", sideBlack: "Black", sideWhite: "White", sideNone: "nobody", sideBoth: "both",
  clock: "Clock", noClock: "none", minutes: "{0} min + {1} s", begin: "Start the game", endGame: "End the game", hint: "Hint", resign: "Resign",
  engineThinks: "The engine thinks …", engine: "Engine, level {0}", person: "You", width: "Width", height: "Height",
  offerDraw: "Offer a draw", drawDeclined: "The engine declines the draw.", rematch: "Rematch", save: "Save", engineSwaps: "The engine swaps: it plays {0} now, and expects to win with {1} %.",
  home: "Home", homeLead: "Five in a row, with captures and without: play, analyse, learn.", home_computer: "Play the computer", home_computer_about: "Ten levels, from beginner to full strength.",
  home_person: "Play a person here", home_person_about: "Two people at one screen.", home_analyse: "Analyse", home_analyse_about: "The best moves of any position.", home_open: "Open a game", home_open_about: "SGF, PGN, RenLib, PSQ and more.",
  home_edit: "Set up a position", home_edit_about: "Place stones by hand.", home_learn: "Learn the rules", home_learn_about: "Each game in pictures.", recentGames: "Your games", pasteGame: "Paste a game or position",
  pasteByKey: "Press Ctrl-V to paste.", pastedText: "Pasted text", movesCount: "{0} moves", deleteNamed: "Delete {0}", deleteGame: "Delete “{0}” from this browser?", deleteIt: "Delete",
  notThere: "This game is no longer in this browser.", notStored: "The browser does not store this game. Save it as a file.", replaceUnsaved: "This game is not stored anywhere. Replace it?", replace: "Replace",
  leaveMatch: "A game is being played. Leave it? It stays in your games.", leave: "Leave", question: "Question",
  storing_saved: "Every change is stored in this browser.", storing_pending: "Storing …", storing_failed: "The browser does not store this game. Save it as a file.", storing_off: "This browser stores nothing. Save your game as a file.",
  mode_computer: "Play the computer", mode_person: "Two people", mode_analyse: "Analyse", mode_edit: "Set up", allGames: "All games", options: "Board and rulings", usual: "usual", panels: "Panels",
  lessonTitle: "Exercise captures", lessonPlace: "Exercise {0} of {1}", lessonNext: "Next", lessonDone: "Done", lessonWrong: "{0} does not do it. Try another point.",
  lesson_ask_1: "You are Black. Capture the white pair.", lesson_ask_2: "A pair can lie on a diagonal, too. Capture it.", lesson_ask_3: "Capture two pairs with one stone.",
  lesson_ask_4: "White threatens to capture your pair. Save it.", lesson_ask_5: "White has four in a row, but you have captured four pairs. Win at once.",
  lesson_right_1: "Right: both white stones leave the board.", lesson_right_2: "Right: pairs are captured in all eight directions.", lesson_right_3: "Right: one stone can capture several pairs.",
  lesson_right_4: "Right: three in a row cannot be captured in Pente.", lesson_right_5: "Right: the fifth pair wins, before White makes five.",
  learn: "Learn the rules", otherGame: "Another game", playThis: "Play it", rulings: "Rulings",
  editPosition: "Set up a position", noStone: "No stone", toMoveNext: "To move", capturedByBlack: "Captured by Black", capturedByWhite: "Captured by White", startHere: "Start from here", emptyBoard: "Empty board",
  editHelp: "Click on points to place stones; a second click takes them away.", autoplay: "Play move by move",
  openingRule: "Opening rule", openingNone: "none", fifthMoves: "Most fifth moves that are offered",
  opening_place: "Place a stone of {0}.", openingLeft: "{0} to go.", opening_swap: "You have {0}. Swap colours?", opening_count: "How many fifth moves are to be offered?",
  opening_offer: "Offer a fifth move.", opening_pick: "Choose one of the fifth moves.", opening_choose: "How shall it go on?",
  hintIs: "Hint: {0}, {1}",
  reviewStart: "Review the game", reviewEffort: "Effort", effortFast: "fast", effortGood: "good", effortDeep: "deep",
  reviewing: "{0} of {1} positions", accuracy: "Accuracy", meanLoss: "Mean loss", mistakes: "Mistakes", missedWin: "misses a win in {0}",
  lost: "{0} % lost", tryAgain: "Try again", tryFind: "Move {0}: find a better move for {1}.", tryGood: "Right! {0} keeps {1} %.",
  tryBad: "{0} loses {1} %. Try another one.", solution: "Show the best move", solutionIs: "Best was {0}.", noMistakes: "No mistakes were found.",
  refutation: "Better", worstMoves: "Worst moves", otherMistakes: "{0} more", reviewEmpty: "Play or open a game, and let the engine look for mistakes.", player: "Player", missedWins: "Missed wins", addToTree: "Put into the moves",
  prove: "Prove a win", proving: "Looking for a proof …", proved: "{0} wins within {1} plies, whatever the other side plays.",
  notProved: "No proof was found; there may be one.", notProvedAll: "No win by threats: all lines were tried.", shortest: "shortest win",
  proofHelp: "Step through the proof: play any reply on the board.", step: "Move {0} of at most {1}", replies: "{0} replies have answers of their own:", otherReplies: "any other reply", anyReply: "The proof answers every reply alike.", stepPlay: "{0} plays {1}.", stepWin: "{0} wins with {1}.",
  stepReply: "Play any reply of {0}.", stepDone: "The win is on the board.", stepAway: "This position is not in the proof.", toStart: "To the start",
  playIt: "Play it", download: "Download", verify: "Verify", verified: "Verified: {0} wins {1} within {2} plies, {3} positions checked.",
  notVerified: "This is no proof: {0}",
  proofEmpty: "A forced win by fours and threes, with a certificate that can be checked against every reply.",
  format: "Format", mainLine: "main line only", withRates: "win rates", saveAs: "Save the game", picture: "Picture", numbers: "Numbers on stones", drawPicture: "Save the picture",
  animation: "Animation (GIF)", frameTime: "Time per move", seconds: "{0} s", dropHere: "Drop a record or a certificate here", gamesInFile: "Games in this file", opened: "{0} was opened.", openedAs: "{0} names no game and was opened as {1}.",
  tooLarge: "{0} is larger than {1} MB. ninuki convert splits it.", unknownFormat: "{0}: no format of records has this ending.", partlyRead: "{0}: not everything could be read: {1}",
  connecting: "Connecting …", connectionLost: "The engine does not answer. Connecting again … Your game is kept.", connected: "The engine is back.",
  noPlace: "There is no connection to the engine. Either the program has ended, or too many boards are open: close another one. Trying again …",
  theme: "Colours", themeAuto: "as the system", themeLight: "light", themeDark: "dark", languageName: "Language",
  plainBoard: "Plain board, strong contrast", sounds: "Sounds", coordinates: "Coordinates", moveNumbers: "Move numbers", confirmMoves: "Confirm moves by a second tap", showCandidates: "Candidates on the board", showNexts: "Next moves on the board",
  atari: "Stones in danger", turnBoard: "Turn the board", mirrorBoard: "Mirror the board",
  point: "{0}, {1}", emptyPoint: "empty", candidatePoint: "candidate {0}, {1}", played: "{0}: {1}", playedCaptures: "{0}: {1}, captures {2}",
  boardName: "Board of {0}, {1} points a side. Arrow keys move, Enter plays.", typeMove: "Type a move",
  keys: "Keys", key_back: "back", key_forward: "forward", key_previous: "variation before", key_next: "variation after", key_first: "first move", key_last: "last move", key_analysis: "analysis on, off",
  key_best: "play the best move", key_hint: "hint", key_delete: "delete from here", key_undo: "undo", key_redo: "redo", key_board: "cursor on the board: arrows move it, Enter plays, Escape ends", key_comment: "write a comment",
  key_present: "board without panels", key_autoplay: "play move by move", key_new: "new game", key_open: "open a file", key_save: "save", key_help: "this list", key_escape: "close, end",
  helpText: "Click on the board to play. Other moves than those that are there make variations. Records can be dropped on the page or pasted with Ctrl-V.",
  helpMouse: "The second button draws: a click a circle, a drag an arrow.",
  reasons: {
    five: "five in a row", "unbroken five": "a five that was not broken", "five left by capture": "a capture left a five", captures: "captures",
    line: "a line", foul: "a foul", "fifth capture leaves a five": "the last capture left a five", "five for both": "five for both",
    "full board": "the board is full", "no legal move": "no legal move is left", repetition: "the third repetition",
    resigned: "{0} has resigned", time: "the time of {0} is over", agreed: "agreed",
  },
  keyNames: /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", "Ctrl+Z": "Ctrl Z", "Ctrl+Y": "Ctrl Y", "Ctrl+Shift+Z": "Ctrl Shift Z", "Ctrl+S": "Ctrl S" }),
  levels: { 1: "beginner", 2: "overlooks much", 3: "overlooks no win in one", 4: "easy", 5: "medium", 6: "demanding", 7: "strong", 8: "very strong", 9: "nearly full strength", 10: "full strength" },
  tiles: /** @type {Record<string, string>} */ ({
    pente: "Five in a row, or capture five pairs.", keryo: "Pente that captures threes, too.", freestyle: "Five or more in a row win.", standard: "Exactly five in a row win.", renju: "Gomoku with forbidden moves for Black.",
    caro: "A five blocked on both ends does not win.", ninuki: "Captures, and no double threes.", ndengrod: "Lines on a hexagon; surrounded groups are captured.", nenuki: "Captures without end that never win.",
  }),
  choices: { swap: "Swap colours", stay: "Keep colours", white: "Take White", black: "Take Black", "--": "Place two more", one: "Play one fifth move", ten: "Offer ten fifth moves" },
  // Names of the engine have their English texts from the engine.
  games: /** @type {Record<string, string>} */ ({}), openingRules: /** @type {Record<string, string>} */ ({}),
  flags: /** @type {Record<string, string>} */ ({}), values: { true: "yes", false: "no", draw: "a draw", five: "the five", captures: "the capture" },
  lessons: {
    five: "Place stones in turn. Five in a row, in any direction, win.", capture: "A pair of stones between two of the other colour is captured: both leave the board.",
    into: "A pair may be placed between two stones of the other colour. Nothing happens: only the one who moves captures.", pairs: "Ten captured stones, five pairs, win.",
    keryo: "Three stones in a row are captured like two. Fifteen captured stones win.", break: "A five wins at once, even if a pair of it could be captured.",
    broken: "A five can be broken: a capture from it, right after, and the game goes on.", threes: "A stone that makes two open threes at once is not allowed.",
    overline: "Six in a row do not win.", exact: "Exactly five win; six in a row do not.", forbidden: "Black may make no overline, no two fours and no two open threes at once; whoever does has lost. White may do all of this.",
    blocked: "A five between two stones of the other colour does not win.", hexagon: "A line of stones in any of three directions wins.", surrounded: "A group without an empty neighbour is captured.",
    endless: "Captures go on without end, and never win.",
  },
  errors: /** @type {Record<string, string>} */ ({ lost: "the connection to the engine was lost" }),
  grounds: {
    varied: "one of many ways to begin", balanced: "the other player may choose a side", best: "the best stone",
    best_offer: "the best that looks like no other", worst_for_black: "the worst for Black", fair_moves: "{moves} moves keep Black at one half or more",
  },
};

/** @type {Partial<typeof en>} */
const de = {
  language: "Deutsch",
  black: "Schwarz", white: "Weiß",
  game: "Spiel", size: "Größe", length: "In Reihe", newGame: "Neu", start: "Los", cancel: "Abbrechen", close: "Schließen",
  newGameTitle: "Neues Spiel", position: "Stellung", positionText: "Stellung oder Züge als Text", openText: "Diesen Text öffnen",
  openFile: "Datei öffnen", share: "Link kopieren", copied: "Der Link ist in der Zwischenablage.", copiedLong: "Der Link ist in der Zwischenablage. Er ist lang: Manche Programme kürzen ihn, eine Datei ist sicherer.", settings: "Einstellungen", help: "Hilfe",
  copyPosition: "Stellung kopieren", positionCopied: "Die Stellung ist in der Zwischenablage.",
  analysis: "Analyse", moves: "Züge", play: "Spielen", review: "Durchsicht", proof: "Beweis", file: "Datei",
  analyse: "Analysieren", stop: "Halt", lines: "Varianten", depth: "Tiefe",
  move: "Zug", rate: "Gewinnt", line: "Folge", best: "bester", candidates: "Kandidaten",
  nothingYet: "Die Analyse zeigt die besten Züge.", thinking: "Denkt nach …", over: "Das Spiel ist zu Ende.",
  winsIn: "gewinnt in {0}", losesIn: "verliert in {0}", perSecond: "{0}/s", winsOf: "{0} gewinnt", rateOf: "Wie wahrscheinlich {0} gewinnt", barHelp: "Schwarz unten, Weiß oben: wie wahrscheinlich jeder gewinnt",
  switchOff: "Ausschalten", endedProven: "bewiesen", ended: "beendet", sayValue: "{0} gewinnt mit {1} %, am besten {2}",
  legend_threats: "Punkte, auf denen ein Stein droht: 5 ein Fünfer, 4 ein Vierer, 3 ein offener Dreier, 33 und 44 zwei zugleich, × ein Schlag. Dunkel: Schwarz, hell: Weiß, violett: beide. Je kräftiger, desto stärker.",
  legend_no_threats: "Hier droht kein Punkt.", legend_rates: "Je blauer ein Punkt, desto wahrscheinlicher gewinnt dort die Seite am Zug.", legend_even: "Die Züge, nach denen beide Seiten am ehesten gleichstehen.",
  evaluation: "Schwarz gewinnt mit {0} %", graph: "Gewinnaussicht von Schwarz, Zug für Zug", graphHelp: "Ein Klick führt zum Zug.",
  heat: "Karte", heatNone: "keine", heatThreats: "Drohungen", heatRates: "Gewinnaussichten", heatEven: "ausgeglichene Züge",
  first: "Erster Zug", back: "Zurück", forward: "Vor", last: "Letzter Zug",
  undo: "Zurücknehmen", swap: "Farben tauschen", pass: "Passen", swapOffered: "Tausch ist möglich: weiterspielen oder die Farben tauschen.",
  mustPass: "Kein Punkt ist mehr spielbar.", toMove: "{0} am Zug", wins: "{0} gewinnt: {1}", draw: "Unentschieden: {0}",
  pendingFive: "Ein Fünfer von {0} steht und kann noch gebrochen werden.",
  captured: "von {0} geschlagen: {1}", capturedOf: "von {0} geschlagen: {1} von {2}",
  comment: "Kommentar", commentHere: "Kommentar zu dieser Stellung", promote: "Zur Hauptvariante", remove: "Ab hier löschen",
  mark: "Zeichen des Zuges", noMark: "kein Zeichen", tree: "Züge und Varianten", startOfGame: "Anfang",
  setUp: "Aufbau", unfold: "Diese Züge zeigen", undoChange: "Rückgängig (Strg-Z)", redoChange: "Wiederholen (Strg-Y)", undoIt: "Rückgängig", deleted: "{0} Züge gelöscht.", deletedOne: "Ein Zug gelöscht.",
  tool_circle: "Kreise zeichnen", tool_square: "Quadrate zeichnen", tool_triangle: "Dreiecke zeichnen", tool_cross: "Kreuze zeichnen", tool_arrow: "Pfeile zeichnen: Klick auf den Anfang, dann auf das Ende",
  tool_letter: "Buchstaben setzen", tool_number: "Zahlen setzen", numberFromHere: "Züge ab hier zählen", clearMarks: "Alle Zeichnungen hier entfernen",
  gameNames: "Namen der Partie", noNames: "Namen, Turnier, Datum …", event: "Turnier", round: "Runde", place: "Ort", date: "Datum", openingName: "Eröffnung", result: "Ergebnis", rules: "Regeln",
  rankBlack: "Rang von Schwarz", rankWhite: "Rang von Weiß", timeLimit: "Bedenkzeit, in Sekunden", gameName: "Name der Partie", annotator: "Kommentiert von", sourceOf: "Quelle", copyright: "Urheberrecht",
  noResult: "nach dem Brett", resigned_x: "Schwarz gewinnt durch Aufgabe", resigned_o: "Weiß gewinnt durch Aufgabe", time_x: "Schwarz gewinnt nach Zeit", time_o: "Weiß gewinnt nach Zeit", agreedDraw: "Remis vereinbart",
  otherProperties: "{0} weitere Angaben der Datei; sie bleiben erhalten",
  illegal: "{0}: {1}",
  level: "Stufe", you: "Du spielst", sideBlack: "Schwarz", sideWhite: "Weiß", sideNone: "niemanden", sideBoth: "beide",
  clock: "Uhr", noClock: "keine", minutes: "{0} min + {1} s", begin: "Spiel beginnen", endGame: "Spiel beenden", hint: "Tipp", resign: "Aufgeben",
  engineThinks: "Die Engine denkt …", engine: "Engine, Stufe {0}", person: "Du", width: "Breite", height: "Höhe",
  offerDraw: "Remis anbieten", drawDeclined: "Die Engine lehnt das Remis ab.", rematch: "Revanche", save: "Speichern", engineSwaps: "Die Engine tauscht: Sie spielt jetzt {0} und erwartet, mit {1} % zu gewinnen.",
  home: "Startseite", homeLead: "Fünf in einer Reihe, mit Schlagen und ohne: spielen, analysieren, lernen.", home_computer: "Gegen den Computer", home_computer_about: "Zehn Stufen, vom Anfänger bis zur vollen Stärke.",
  home_person: "Zu zweit hier spielen", home_person_about: "Zwei Menschen an einem Bildschirm.", home_analyse: "Analysieren", home_analyse_about: "Die besten Züge jeder Stellung.", home_open: "Partie öffnen", home_open_about: "SGF, PGN, RenLib, PSQ und mehr.",
  home_edit: "Stellung aufbauen", home_edit_about: "Steine von Hand setzen.", home_learn: "Regeln lernen", home_learn_about: "Jedes Spiel in Bildern.", recentGames: "Deine Partien", pasteGame: "Partie oder Stellung einfügen",
  pasteByKey: "Strg-V fügt ein.", pastedText: "Eingefügter Text", movesCount: "{0} Züge", deleteNamed: "{0} löschen", deleteGame: "„{0}“ aus diesem Browser löschen?", deleteIt: "Löschen",
  notThere: "Diese Partie ist nicht mehr in diesem Browser.", notStored: "Der Browser speichert diese Partie nicht. Sichere sie als Datei.", replaceUnsaved: "Diese Partie ist nirgends gespeichert. Ersetzen?", replace: "Ersetzen",
  leaveMatch: "Es wird gerade gespielt. Verlassen? Das Spiel bleibt unter deinen Partien.", leave: "Verlassen", question: "Frage",
  storing_saved: "Jede Änderung ist in diesem Browser gespeichert.", storing_pending: "Speichert …", storing_failed: "Der Browser speichert diese Partie nicht. Sichere sie als Datei.", storing_off: "Dieser Browser speichert nichts. Sichere die Partie als Datei.",
  mode_computer: "Gegen den Computer", mode_person: "Zu zweit", mode_analyse: "Analysieren", mode_edit: "Aufbauen", allGames: "Alle Spiele", options: "Brett und Regelfragen", usual: "üblich", panels: "Bereiche",
  lessonTitle: "Schlagen üben", lessonPlace: "Aufgabe {0} von {1}", lessonNext: "Weiter", lessonDone: "Fertig", lessonWrong: "{0} ist es nicht. Versuche einen anderen Punkt.",
  lesson_ask_1: "Du hast Schwarz. Schlage das weiße Paar.", lesson_ask_2: "Ein Paar kann auch schräg liegen. Schlage es.", lesson_ask_3: "Schlage zwei Paare mit einem Stein.",
  lesson_ask_4: "Weiß droht, dein Paar zu schlagen. Rette es.", lesson_ask_5: "Weiß hat vier in einer Reihe, doch du hast vier Paare geschlagen. Gewinne sofort.",
  lesson_right_1: "Richtig: Beide weißen Steine verlassen das Brett.", lesson_right_2: "Richtig: Paare werden in allen acht Richtungen geschlagen.", lesson_right_3: "Richtig: Ein Stein kann mehrere Paare schlagen.",
  lesson_right_4: "Richtig: Drei in einer Reihe werden in Pente nicht geschlagen.", lesson_right_5: "Richtig: Das fünfte Paar gewinnt, ehe Weiß fünf hat.",
  learn: "Regeln lernen", otherGame: "Anderes Spiel", playThis: "Spielen", rulings: "Regelfragen",
  editPosition: "Stellung aufbauen", noStone: "Kein Stein", toMoveNext: "Am Zug", capturedByBlack: "Von Schwarz geschlagen", capturedByWhite: "Von Weiß geschlagen", startHere: "Von hier spielen", emptyBoard: "Leeres Brett",
  editHelp: "Ein Klick auf einen Punkt setzt einen Stein, ein zweiter nimmt ihn weg.", autoplay: "Zug um Zug abspielen",
  openingRule: "Eröffnungsregel", openingNone: "keine", fifthMoves: "Höchstens so viele fünfte Züge werden angeboten",
  opening_place: "Setze einen Stein von {0}.", openingLeft: "Noch {0}.", opening_swap: "Du hast {0}. Farben tauschen?", opening_count: "Wie viele fünfte Züge sollen angeboten werden?",
  opening_offer: "Biete einen fünften Zug an.", opening_pick: "Wähle einen der fünften Züge.", opening_choose: "Wie soll es weitergehen?",
  hintIs: "Tipp: {0}, {1}",
  reviewStart: "Partie durchsehen", reviewEffort: "Aufwand", effortFast: "schnell", effortGood: "gut", effortDeep: "tief",
  reviewing: "{0} von {1} Stellungen", accuracy: "Genauigkeit", meanLoss: "Verlust im Mittel", mistakes: "Fehler", missedWin: "verpasst einen Gewinn in {0}",
  lost: "{0} % verloren", tryAgain: "Noch einmal", tryFind: "Zug {0}: Finde einen besseren Zug für {1}.", tryGood: "Richtig! {0} hält {1} %.",
  tryBad: "{0} verliert {1} %. Versuche einen anderen.", solution: "Besten Zug zeigen", solutionIs: "Der beste war {0}.", noMistakes: "Keine Fehler gefunden.",
  refutation: "Besser", worstMoves: "Schlechteste Züge", otherMistakes: "{0} weitere", reviewEmpty: "Spiele oder öffne eine Partie und lass die Engine nach Fehlern suchen.", player: "Spieler", missedWins: "Verpasste Gewinne", addToTree: "Zu den Zügen",
  prove: "Gewinn beweisen", proving: "Sucht einen Beweis …", proved: "{0} gewinnt in höchstens {1} Halbzügen, was auch immer die andere Seite spielt.",
  notProved: "Kein Beweis gefunden; es kann einen geben.", notProvedAll: "Kein Gewinn durch Drohungen: alle Folgen wurden geprüft.", shortest: "kürzester Gewinn",
  proofHelp: "Gehe den Beweis durch: Spiele irgendeine Antwort auf dem Brett.", step: "Zug {0} von höchstens {1}", replies: "{0} Antworten haben eine eigene Erwiderung:", otherReplies: "jede andere Antwort", anyReply: "Der Beweis erwidert jede Antwort gleich.", stepPlay: "{0} spielt {1}.", stepWin: "{0} gewinnt mit {1}.",
  stepReply: "Spiele irgendeine Antwort von {0}.", stepDone: "Der Gewinn steht auf dem Brett.", stepAway: "Diese Stellung kommt im Beweis nicht vor.", toStart: "Zum Anfang",
  playIt: "Spielen", download: "Herunterladen", verify: "Prüfen", verified: "Geprüft: {0} gewinnt {1} in {2} Zügen, {3} Stellungen geprüft.",
  notVerified: "Das ist kein Beweis: {0}",
  proofEmpty: "Ein erzwungener Gewinn durch Vierer und Dreier, mit einem Zertifikat, das gegen jede Antwort geprüft werden kann.",
  format: "Format", mainLine: "nur Hauptvariante", withRates: "Gewinnaussichten", saveAs: "Partie speichern", picture: "Bild", numbers: "Nummern auf Steinen", drawPicture: "Bild speichern",
  animation: "Animation (GIF)", frameTime: "Zeit je Zug", seconds: "{0} s", dropHere: "Partie oder Zertifikat hier ablegen", gamesInFile: "Partien in dieser Datei", opened: "{0} wurde geöffnet.", openedAs: "{0} nennt kein Spiel und wurde als {1} geöffnet.",
  tooLarge: "{0} ist größer als {1} MB. ninuki convert teilt die Datei.", unknownFormat: "{0}: kein Format hat diese Endung.", partlyRead: "{0}: nicht alles war lesbar: {1}",
  connecting: "Verbindet …", connectionLost: "Die Engine antwortet nicht. Verbindet erneut … Die Partie bleibt erhalten.", connected: "Die Engine ist wieder da.",
  noPlace: "Keine Verbindung zur Engine. Entweder ist das Programm beendet, oder zu viele Bretter sind offen: Schließe ein anderes. Neuer Versuch …",
  theme: "Farben", themeAuto: "wie das System", themeLight: "hell", themeDark: "dunkel", languageName: "Sprache",
  plainBoard: "Schlichtes Brett, starker Kontrast", sounds: "Töne", coordinates: "Koordinaten", moveNumbers: "Zugnummern", confirmMoves: "Züge durch zweites Tippen bestätigen", showCandidates: "Kandidaten auf dem Brett", showNexts: "Nächste Züge auf dem Brett",
  atari: "Steine in Gefahr", turnBoard: "Brett drehen", mirrorBoard: "Brett spiegeln",
  emptyPoint: "leer", candidatePoint: "Kandidat {0}, {1}", playedCaptures: "{0}: {1}, schlägt {2}",
  boardName: "Brett von {0}, {1} Punkte je Seite. Pfeiltasten bewegen, Enter spielt.", typeMove: "Zug eingeben",
  keys: "Tasten", key_back: "zurück", key_forward: "vor", key_previous: "vorige Variante", key_next: "nächste Variante", key_first: "erster Zug", key_last: "letzter Zug", key_analysis: "Analyse an, aus",
  key_best: "besten Zug spielen", key_hint: "Tipp", key_delete: "ab hier löschen", key_undo: "rückgängig", key_redo: "wiederholen", key_board: "Cursor auf dem Brett: Pfeile bewegen, Enter spielt, Escape beendet", key_comment: "Kommentar schreiben",
  key_present: "Brett ohne Bereiche", key_autoplay: "Zug um Zug abspielen", key_new: "neues Spiel", key_open: "Datei öffnen", key_save: "speichern", key_help: "diese Liste", key_escape: "schließen, beenden",
  helpText: "Ein Klick auf das Brett spielt. Andere Züge als die vorhandenen werden Varianten. Partien können auf die Seite gezogen oder mit Strg-V eingefügt werden.",
  helpMouse: "Die zweite Maustaste zeichnet: Ein Klick einen Kreis, ein Zug einen Pfeil.",
  reasons: {
    five: "Fünf in Reihe", "unbroken five": "ein Fünfer, der nicht gebrochen wurde", "five left by capture": "ein Schlag ließ einen Fünfer",
    captures: "geschlagene Steine", line: "eine Reihe", foul: "ein Foul", "fifth capture leaves a five": "der letzte Schlag ließ einen Fünfer",
    "five for both": "Fünf für beide", "full board": "das Brett ist voll", "no legal move": "kein erlaubter Zug", repetition: "dritte Wiederholung",
    resigned: "{0} hat aufgegeben", time: "die Zeit von {0} ist um", agreed: "vereinbart",
  },
  keyNames: {
    ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Leertaste", Home: "Pos1", End: "Ende", Backspace: "Rückschritt", Delete: "Entf", "Ctrl+Z": "Strg Z", "Ctrl+Y": "Strg Y", "Ctrl+Shift+Z": "Strg Umschalt Z",
    "Ctrl+S": "Strg S",
  },
  levels: { 1: "Anfänger", 2: "übersieht vieles", 3: "übersieht keinen Gewinn in einem Zug", 4: "leicht", 5: "mittel", 6: "anspruchsvoll", 7: "stark", 8: "sehr stark", 9: "fast volle Stärke", 10: "volle Stärke" },
  tiles: {
    pente: "Fünf in einer Reihe, oder fünf Paare schlagen.", keryo: "Pente, das auch Dreier schlägt.", freestyle: "Fünf oder mehr in einer Reihe gewinnen.", standard: "Genau fünf in einer Reihe gewinnen.", renju: "Gomoku mit verbotenen Zügen für Schwarz.",
    caro: "Ein beidseits verschlossener Fünfer gewinnt nicht.", ninuki: "Schlagen, und keine Doppeldreier.", ndengrod: "Reihen auf einem Sechseck; umschlossene Gruppen werden geschlagen.", nenuki: "Schlagen ohne Ende, das nie gewinnt.",
  },
  lessons: {
    five: "Beide setzen abwechselnd einen Stein. Fünf in einer Reihe, gleich in welcher Richtung, gewinnen.", capture: "Ein Paar zwischen zwei Steinen der anderen Farbe wird geschlagen: Beide verlassen das Brett.",
    into: "Ein Paar darf zwischen zwei Steine der anderen Farbe gesetzt werden. Nichts geschieht: Nur wer zieht, schlägt.", pairs: "Zehn geschlagene Steine, fünf Paare, gewinnen.",
    keryo: "Drei Steine in einer Reihe werden geschlagen wie zwei. Fünfzehn geschlagene Steine gewinnen.", break: "Ein Fünfer gewinnt sofort, auch wenn ein Paar daraus geschlagen werden könnte.",
    broken: "Ein Fünfer kann gebrochen werden: Wird gleich danach aus ihm geschlagen, geht das Spiel weiter.", threes: "Ein Stein, der zwei offene Dreier zugleich bildet, ist nicht erlaubt.",
    overline: "Sechs in einer Reihe gewinnen nicht.", exact: "Genau fünf gewinnen, sechs in einer Reihe nicht.", forbidden: "Schwarz darf keine Überreihe, keine zwei Vierer und keine zwei offenen Dreier zugleich bilden; wer es tut, hat verloren. Weiß darf das alles.",
    blocked: "Ein Fünfer zwischen zwei Steinen der anderen Farbe gewinnt nicht.", hexagon: "Eine Reihe in einer der drei Richtungen gewinnt.", surrounded: "Eine Gruppe ohne leeren Nachbarn wird geschlagen.",
    endless: "Geschlagen wird ohne Ende, und nie gewinnt es.",
  },
  choices: { swap: "Farben tauschen", stay: "Farben behalten", white: "Weiß nehmen", black: "Schwarz nehmen", "--": "Zwei weitere setzen", one: "Einen fünften Zug spielen", ten: "Zehn fünfte Züge anbieten" },
  games: {
    ninuki: "Ninuki-Renju, genau fünf oder fünf geschlagene Paare, keine Doppeldreier, Fünfer können gebrochen werden",
    "ninuki-hannover": "Ninuki der Turniere von Hannover, Doppeldreier sind nur Schwarz verboten",
    "ninuki-japan": "Ninuki-Renju nach japanischen Regeln",
    "ninuki-42": "das Schlagspiel der Schule 42, fünf oder mehr in Reihe, Schlagen geht vor",
    nenuki: "Nenuki-Renju, Schlagen ist unbegrenzt und gewinnt nie, ein Tausch",
    pente: "Pente, fünf oder mehr in Reihe oder fünf geschlagene Paare gewinnen",
    keryo: "Keryo-Pente, Paare und Dreier werden geschlagen, fünfzehn Steine gewinnen",
    freestyle: "Gomoku, fünf oder mehr in Reihe gewinnen",
    standard: "Gomoku, genau fünf in Reihe gewinnen",
    renju: "Renju, Schwarz sind Überreihen, Doppelvierer und Doppeldreier verboten",
    caro: "Caro, ein beidseits verschlossener Fünfer gewinnt nicht",
    ndengrod: "Ndengrod (Pentalath), Reihen auf einem Sechseck, umschlossene Gruppen werden geschlagen",
    "g-pente": "G-Pente, Pente, dessen dritter Zug die Linien der Mitte meidet",
    "d-pente": "D-Pente, der Erste setzt vier Steine, der Zweite wählt die Seite",
    "dk-pente": "DK-Pente, D-Pente mit dem Schlagen von Keryo-Pente",
    "poof-pente": "Poof-Pente, auch ein Paar, das zwischen feindlichen Steinen entsteht, wird geschlagen",
    "boat-pente": "Boat-Pente, Pente, in dem Schlagen einen Fünfer brechen kann",
    "o-pente": "O-Pente, die Regeln von Keryo-Pente, Poof-Pente und Boat-Pente zusammen",
    "swap2-pente": "Swap2-Pente, Pente mit drei freien Steinen und Wahl der Seite",
    "swap2-keryo": "Swap2-Keryo, Keryo-Pente mit drei freien Steinen und Wahl der Seite",
  },
  openingRules: {
    swap: "der Erste setzt drei Steine, der Zweite nimmt eine Farbe",
    swap2: "der Erste setzt drei Steine; der Zweite nimmt eine Farbe, oder er setzt zwei weitere und lässt den Ersten wählen",
    "four-stones": "der Erste setzt vier Steine, der Zweite nimmt eine Farbe",
    rif: "drei Steine nahe der Mitte, ein Tausch, der vierte Stein, und von zwei fünften Zügen nimmt Weiß einen",
    yamaguchi: "wie rif, doch wer die drei Steine setzt, sagt, wie viele fünfte Züge Schwarz anbietet",
    soosorv: "drei Steine nahe der Mitte, ein Tausch; mit dem vierten Stein sagt Weiß, wie viele fünfte Züge angeboten werden, und Schwarz darf tauschen",
    "taraguchi-10": "ein Tausch nach jedem von vier Steinen, die immer weiter außen liegen dürfen, und nach dem fünften; oder zehn fünfte Züge",
  },
  flags: {
    "caro-exact": "nur genau fünf gewinnen",
    "double-four": "Doppelvierer sind erlaubt",
    "third-free": "der dritte Zug ist frei",
    "first-centre": "der erste der vier Steine kommt in die Mitte",
    fifth: "das letzte Paar wird geschlagen, während ein älterer Fünfer des Gegners steht",
    "fifth-33": "ein Doppeldreier, der das letzte Paar schlägt, ist erlaubt",
    "fifth-answers": "wo Schlagen nicht gegen Fünfer verliert, antwortet das letzte Paar auf einen unbrechbaren Fünfer",
    recursion: "ein Dreier zählt nur, wenn sein Viererpunkt selbst kein Doppeldreier ist",
    stuck: "eine Seite, die nicht setzen kann: das Spiel ist unentschieden, oder sie passt",
    suicide: "eine Gruppe darf ohne Freiheiten bleiben und wird entfernt",
    "third-axis": "wie weit von der Mitte der dritte Zug nicht auf deren Reihe oder Spalte liegen darf",
  },
  values: {
    true: "ja",
    false: "nein",
    draw: "unentschieden",
    five: "Fünfer",
    captures: "Schlagen",
  },
  errors: {
    lost: "die Verbindung zur Engine ging verloren",
    game_over: "das Spiel ist zu Ende",
    occupied: "der Punkt ist besetzt",
    outside_board: "der Punkt liegt nicht auf dem Brett",
    not_centre: "der erste Zug muss in die Mitte",
    too_far_1: "der zweite Zug muss neben der Mitte liegen",
    too_far: "der zweite Zug muss höchstens {distance} Punkte von der Mitte liegen",
    too_near: "der dritte Zug muss außerhalb der mittleren {side}x{side} Punkte liegen",
    on_axis: "der dritte Zug darf so nicht auf der Reihe oder Spalte der Mitte liegen",
    double_three: "Doppeldreier",
    double_four: "Doppelvierer",
    overline: "Überreihe",
    suicide: "Selbstmord: die Gruppe des Steins hätte keine Freiheit",
    no_swap: "jetzt wird kein Tausch angeboten",
    no_pass: "passen darf nur, wer nicht setzen kann",
    no_move: "„{text}“ ist kein Punkt dieses Bretts ({range}), swap oder pass",
    opening_clash: "{game} passt nicht zu {rule}: der dritte Stein läge höchstens {within} und mindestens {beyond} Punkte von der Mitte",
    opening_refused: "dieser Stein ist in der Eröffnung hier nicht erlaubt",
    opening_over: "die Eröffnung ist zu Ende",
    no_games: "es enthält keine Partie",
    format_variations: "{format} kennt keine Varianten, diese Partie hat welche",
    format_comments: "{format} kennt keine Kommentare, diese Partie hat welche",
    format_set_up: "{format} kennt keine Anfangsstellungen, diese Partie hat eine",
    format_swap: "{format} kennt keinen Tausch, in dieser Partie werden die Farben getauscht",
    format_pass: "{format} kennt kein Passen, in dieser Partie wird gepasst",
    format_no_moves: "{format} kennt keine Partien ohne Züge",
    format_board: "{format} kennt dieses Brett mit {width}x{height} Punkten nicht",
    format_hexagon: "{format} kennt keine Sechsecke, {game} wird auf einem gespielt",
    time: "es dauert zu lange, erlaubt sind {most} ms",
    memory: "es braucht zu viel Speicher",
    output: "die Antwort ist zu groß",
    terminated: "es wurde beendet",
  },
  grounds: {
    varied: "eine von vielen Möglichkeiten",
    balanced: "der andere darf die Seite wählen",
    best: "der beste Stein",
    best_offer: "der beste, der keinem anderen gleicht",
    worst_for_black: "der schlechteste für Schwarz",
    fair_moves: "{moves} Züge halten Schwarz bei der Hälfte oder mehr",
  },
};

/** @type {Record<string, Partial<typeof en>>} */
export const languages = { en, de };

let chosen = /** @type {Partial<typeof en>} */ (en);

/** Sets the language. @param {string} language */
export function speak(language) {
  chosen = languages[language] ?? en;
  document.documentElement.lang = languages[language] ? language : "en";
}

/** @typedef {"reasons" | "choices" | "games" | "openingRules" | "flags" | "values" | "errors" | "grounds" | "keyNames" | "levels" | "tiles" | "lessons"} Tables */

/**
 * A text with values in the place of {0}, {1}.
 * @param {Exclude<keyof typeof en, Tables>} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export const t = (key, ...values) => (chosen[key] ?? en[key]).replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** The text of a table for a name or code. @param {Tables} table @param {string} name @returns {string | undefined} */
const entry = (table, name) => /** @type {Record<string, string>} */ ({ ...en[table], ...chosen[table] })[name];

/** Fills `{name}` with values. @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** The reason of an outcome. @param {string} reason @param {string} [loser]  the side that lost */
export const reasonText = (reason, loser = "") => (entry("reasons", reason) ?? reason).replace("{0}", loser);

/** The name of a key. @param {string} key */
export const keyText = (key) => entry("keyNames", key) ?? (key.length === 1 ? key.toUpperCase() : key);

/** The description of a level. @param {number} level */
export const levelText = (level) => entry("levels", String(level)) ?? "";

/** The sentence on the tile of a game. @param {{ name: string, title: string }} game */
export function tileText({ name, title }) {
  const rest = gameTitle(name, title).replace(/^[^,(]*[,(]\s*/, "").replace(/\)$/, "");
  return entry("tiles", name) ?? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** A day and a time of this machine. @param {number} time */
export const dateText = (time) => new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** The rulings of a game in words: question and usual answer. @param {{ flags: { name: string, decides: string, value: string }[] }} game */
export const ruleLines = ({ flags }) => flags.map((flag) => `${flagText(flag)}: ${valueText(flag.value)}`);

/** What is to be learnt of each game, with moving pictures. @type {Record<string, string[]>} */
const LESSONS = {
  pente: ["five", "capture", "into", "pairs", "break"], keryo: ["five", "capture", "keryo", "into"], freestyle: ["five"], standard: ["five", "exact"], renju: ["five", "forbidden"], caro: ["five", "blocked"],
  ninuki: ["five", "capture", "into", "pairs", "broken", "threes", "overline"], nenuki: ["five", "capture", "endless", "broken"], ndengrod: ["hexagon", "surrounded"],
};

/** @type {Record<string, string[]>} */
const FRAMES = {
  five: ["7/7/1xxxx2/2oo3/3o3/7/7", "7/7/1xxxxx1/2oo3/3o3/7/7"], capture: ["7/7/1xoo3/3x3/7/7/7", "7/7/1xoox2/3x3/7/7/7", "7/7/1x2x2/3x3/7/7/7"],
  into: ["7/7/1xo1x2/4o2/7/7/7", "7/7/1xoox2/4o2/7/7/7"], keryo: ["7/7/1xooo2/3x3/7/7/7", "7/7/1xooox1/3x3/7/7/7", "7/7/1x3x1/3x3/7/7/7"],
  broken: ["7/2o4/1xxxxx1/2x4/2o4/7/7", "2o4/2x4/1xxxxx1/7/2o4/7/7", "2o4/2x4/1xxxxx1/2o4/2o4/7/7", "2o4/7/1x1xxx1/2o4/2o4/7/7"].slice(1),
  threes: ["7/3x3/3x3/1xx1o2/7/7/7", "7/3x3/3x3/1xx*o2/7/7/7"], exact: ["7/7/xxx1xx1/2oo3/7/7/7", "7/7/xxxxxx1/2oo3/7/7/7"], forbidden: ["7/3x3/3x3/1xx1o2/7/7/7", "7/3x3/3x3/1xx*o2/7/7/7"],
  overline: ["7/7/xxx1xx1/2oo3/7/7/7", "7/7/xxxxxx1/2oo3/7/7/7"], blocked: ["7/7/oxxxxxo/2oo3/7/7/7"], surrounded: ["3/1oo1/oxxo1/1o2/3", "3/1oo1/oxxo1/1oo1/3", "3/1oo1/o2o1/1oo1/3"],
};

/** Whether the exercises in captures are those of a game. @param {string} name */
export const hasExercises = (name) => name === "pente";

/** @param {string} name */
export const lessons = (name) => {
  const base = LESSONS[name] ?? LESSONS[Object.keys(LESSONS).find((known) => name.includes(known)) ?? ""] ?? ["five"];
  return base.map((key) => ({ text: entry("lessons", key) ?? "", frames: FRAMES[key] ?? [] }));
};

/** An answer in an opening. @param {string} answer */
export const choiceText = (answer) => entry("choices", answer) ?? answer;

/** The title of a game. @param {string} name @param {string} title */
export const gameTitle = (name, title) => entry("games", name) ?? title;

/** The title of an opening rule. @param {{ name: string, title: string }} rule */
export const ruleTitle = ({ name, title }) => entry("openingRules", name) ?? title;

/** The question that a rule flag decides. @param {{ name: string, decides: string }} flag */
export const flagText = ({ name, decides }) => entry("flags", name) ?? decides;

/** The value of a rule flag. @param {string} value */
export const valueText = (value) => entry("values", value) ?? value;

/**
 * An error of the engine: translated by its code, else in English.
 * @param {{ code?: string | null, values?: Record<string, string | number>, text: string }} problem
 */
export function errorText({ code, values = {}, text }) {
  const one = values.distance === 1 ? entry("errors", `${code}_1`) : undefined;
  const found = one ?? entry("errors", String(code));
  if (!found) return text;
  return values.move ? `${values.move}: ${filled(found, values)}` : filled(found, values);
}

/** The reason of a decision in an opening; empty if only the win rate decides. @param {import("../../wasm/js/types.js").OpeningReason} grounds */
export const groundsText = (grounds) => filled(entry("grounds", grounds.code) ?? "", { ...grounds });

/** The name of a colour. @param {"x" | "o"} color */
export const colorName = (color) => t(color === "x" ? "black" : "white");
