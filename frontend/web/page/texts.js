// All words of the page. Another language is another object with the same keys; what it lacks is said in English. `engineSays` has
// what the engine says, in English, with `{0}` for what differs.

const en = {
  language: "English",
  black: "Black", white: "White",
  game: "Game", size: "Size", length: "In a row", newGame: "New", start: "Start", cancel: "Cancel", close: "Close",
  newGameTitle: "New game", position: "Position", positionText: "Position or moves as text", openText: "Open this text",
  openFile: "Open a file", share: "Copy link", copied: "The link is on the clipboard.", settings: "Settings", help: "Help",
  copyPosition: "Copy position", positionCopied: "The position is on the clipboard.",
  analysis: "Analysis", moves: "Moves", play: "Play", review: "Review", proof: "Proof", file: "File",
  analyse: "Analyse", stop: "Stop", lines: "Lines", depth: "Depth",
  move: "Move", rate: "Wins", line: "Line", best: "best", candidates: "Candidates",
  nothingYet: "Start the analysis to see the best moves.", thinking: "Thinking …", over: "The game is over.",
  winsIn: "wins in {0}", losesIn: "loses in {0}", perSecond: "{0}/s",
  evaluation: "Black wins with {0} %", graph: "Win rate of Black, move by move", graphHelp: "A click goes to the move.",
  heat: "Heat map", heatNone: "none", heatThreats: "threats", heatRates: "win rates", heatEven: "even moves",
  first: "First move", back: "Back", forward: "Forward", last: "Last move",
  undo: "Take back", swap: "Swap colours", pass: "Pass", swapOffered: "Swap is offered: play on, or trade colours.",
  mustPass: "No point is left to play on.", toMove: "{0} to move", wins: "{0} wins: {1}", draw: "Draw: {0}",
  pendingFive: "A five of {0} stands and can still be broken.",
  captured: "captured by {0}: {1}", capturedOf: "captured by {0}: {1} of {2}",
  comment: "Comment", commentHere: "What is there to say about this position?", promote: "Make main line", remove: "Delete from here",
  mark: "Mark of the move", noMark: "no mark", tree: "Moves and variations", startOfGame: "Start",
  label: "Label", labelHelp: "Labels are put on the board with the next click.",
  more: "{0} more moves", illegal: "{0}: {1}",
  level: "Level", you: "You play", sideBlack: "Black", sideWhite: "White", sideNone: "nobody", sideBoth: "both",
  clock: "Clock", noClock: "none", minutes: "{0} min + {1} s", begin: "Start the game", endGame: "End the game", hint: "Hint", resign: "Resign",
  engineThinks: "The engine thinks …", engine: "Engine, level {0}", person: "You", width: "Width", height: "Height",
  openingRule: "Opening rule", openingNone: "none", fifthMoves: "Most fifth moves that are offered",
  opening_place: "Place a stone of {0}.", openingLeft: "{0} to go.", opening_swap: "You have {0}. Swap colours?", opening_count: "How many fifth moves are to be offered?",
  opening_offer: "Offer a fifth move.", opening_pick: "Choose one of the fifth moves.", opening_choose: "How shall it go on?",
  hintIs: "Hint: {0}, {1}",
  reviewStart: "Review the game", reviewEffort: "Effort", effortFast: "fast", effortGood: "good", effortDeep: "deep",
  reviewing: "{0} of {1} positions", accuracy: "Accuracy", meanLoss: "Mean loss", mistakes: "Mistakes", missedWin: "misses a win in {0}",
  lost: "{0} % lost", tryAgain: "Try again", tryFind: "Move {0}: find a better move for {1}.", tryGood: "Right! {0} keeps {1} %.",
  tryBad: "{0} loses {1} %. Try another one.", solution: "Show the best move", solutionIs: "Best was {0}.", noMistakes: "No mistakes were found.",
  reviewEmpty: "Play or open a game, and let the engine look for mistakes.", player: "Player", missedWins: "Missed wins", addToTree: "Put into the moves",
  prove: "Prove a win", proving: "Looking for a proof …", proved: "{0} wins within {1} plies, whatever the other side plays.",
  notProved: "No proof was found; there may be one.", notProvedAll: "No win by threats: all lines were tried.", shortest: "shortest win",
  proofHelp: "Step through the proof: play any reply on the board.", step: "Step {0} of {1}", stepPlay: "{0} plays {1}.", stepWin: "{0} wins with {1}.",
  stepReply: "Play any reply of {0}.", stepDone: "The win is on the board.", stepAway: "This position is not in the proof.", toStart: "To the start",
  playIt: "Play it", download: "Download", verify: "Verify", verified: "Verified: {0} wins {1} within {2} plies, {3} positions checked.",
  notVerified: "This is no proof: {0}",
  proofEmpty: "A forced win by fours and threes, with a certificate that can be checked against every reply.",
  format: "Format", mainLine: "main line only", saveAs: "Save the game", picture: "Picture", numbers: "Numbers on stones", drawPicture: "Save the picture",
  animation: "Animation (GIF)", dropHere: "Drop a record or a certificate here", gamesInFile: "Games in this file", opened: "{0} was opened.", openedAs: "{0} names no game and was opened as {1}.",
  setUpLater: "the board does not follow stones that are set up in the middle of a game",
  tooLarge: "{0} is too large.", unknownFormat: "{0}: no format of records has this ending.", partlyRead: "Not everything could be read: {0}",
  connecting: "Connecting …", connectionLost: "The engine does not answer. Connecting again …", connected: "The engine is back.",
  theme: "Colours", themeAuto: "as the system", themeLight: "light", themeDark: "dark", languageName: "Language",
  coordinates: "Coordinates", moveNumbers: "Move numbers", confirmMoves: "Confirm moves by a second tap", showCandidates: "Candidates on the board",
  atari: "Stones in danger", turnBoard: "Turn the board", mirrorBoard: "Mirror the board",
  point: "{0}, {1}", emptyPoint: "empty", candidatePoint: "candidate {0}, {1}", played: "{0}: {1}", playedCaptures: "{0}: {1}, captures {2}",
  boardName: "Board of {0}, {1} points a side. Arrow keys move, Enter plays.", typeMove: "Type a move",
  keys: "Keys", keyList: [["← →", "back, forward"], ["↑ ↓", "variation before, next"], ["Home End", "first, last move"], ["Space", "analysis on, off"], ["Backspace", "delete the move"], ["B", "to the board: arrows, Enter"], ["H", "hint"], ["N", "new game"], ["O", "open a file"], ["S", "save"], ["?", "this list"]],
  helpText: "Click on the board to play. Other moves than those that are there make variations. Records can be dropped on the page.",
  reasons: {
    five: "five in a row", "unbroken five": "a five that was not broken", "five left by capture": "a capture left a five", captures: "captures",
    line: "a line", foul: "a foul", "fifth capture leaves a five": "the last capture left a five", "five for both": "five for both",
    "full board": "the board is full", "no legal move": "no legal move is left", repetition: "the third repetition",
    resigned: "the other side has resigned", time: "the time of the other side is over", agreed: "agreed",
  },
  choices: { swap: "Swap colours", stay: "Keep colours", white: "Take White", black: "Take Black", "--": "Place two more", one: "Play one fifth move", ten: "Offer ten fifth moves" },
  engineSays: {},
};

/** @type {Partial<typeof en>} */
const de = {
  language: "Deutsch",
  black: "Schwarz", white: "Weiß",
  game: "Spiel", size: "Größe", length: "In Reihe", newGame: "Neu", start: "Los", cancel: "Abbrechen", close: "Schließen",
  newGameTitle: "Neues Spiel", position: "Stellung", positionText: "Stellung oder Züge als Text", openText: "Diesen Text öffnen",
  openFile: "Datei öffnen", share: "Link kopieren", copied: "Der Link ist in der Zwischenablage.", settings: "Einstellungen", help: "Hilfe",
  copyPosition: "Stellung kopieren", positionCopied: "Die Stellung ist in der Zwischenablage.",
  analysis: "Analyse", moves: "Züge", play: "Spielen", review: "Durchsicht", proof: "Beweis", file: "Datei",
  analyse: "Analysieren", stop: "Halt", lines: "Varianten", depth: "Tiefe",
  move: "Zug", rate: "Gewinnt", line: "Folge", best: "bester", candidates: "Kandidaten",
  nothingYet: "Die Analyse zeigt die besten Züge.", thinking: "Denkt nach …", over: "Das Spiel ist zu Ende.",
  winsIn: "gewinnt in {0}", losesIn: "verliert in {0}", perSecond: "{0}/s",
  evaluation: "Schwarz gewinnt mit {0} %", graph: "Gewinnaussicht von Schwarz, Zug für Zug", graphHelp: "Ein Klick führt zum Zug.",
  heat: "Karte", heatNone: "keine", heatThreats: "Drohungen", heatRates: "Gewinnaussichten", heatEven: "ausgeglichene Züge",
  first: "Erster Zug", back: "Zurück", forward: "Vor", last: "Letzter Zug",
  undo: "Zurücknehmen", swap: "Farben tauschen", pass: "Passen", swapOffered: "Tausch ist möglich: weiterspielen oder die Farben tauschen.",
  mustPass: "Kein Punkt ist mehr spielbar.", toMove: "{0} am Zug", wins: "{0} gewinnt: {1}", draw: "Unentschieden: {0}",
  pendingFive: "Ein Fünfer von {0} steht und kann noch gebrochen werden.",
  captured: "von {0} geschlagen: {1}", capturedOf: "von {0} geschlagen: {1} von {2}",
  comment: "Kommentar", commentHere: "Was ist zu dieser Stellung zu sagen?", promote: "Zur Hauptvariante", remove: "Ab hier löschen",
  mark: "Zeichen des Zuges", noMark: "kein Zeichen", tree: "Züge und Varianten", startOfGame: "Anfang",
  label: "Beschriften", labelHelp: "Der nächste Klick setzt die Beschriftung auf das Brett.",
  more: "{0} weitere Züge", illegal: "{0}: {1}",
  level: "Stufe", you: "Du spielst", sideBlack: "Schwarz", sideWhite: "Weiß", sideNone: "niemanden", sideBoth: "beide",
  clock: "Uhr", noClock: "keine", minutes: "{0} min + {1} s", begin: "Spiel beginnen", endGame: "Spiel beenden", hint: "Tipp", resign: "Aufgeben",
  engineThinks: "Die Engine denkt …", engine: "Engine, Stufe {0}", person: "Du", width: "Breite", height: "Höhe",
  openingRule: "Eröffnungsregel", openingNone: "keine", fifthMoves: "Höchstens so viele fünfte Züge werden angeboten",
  opening_place: "Setze einen Stein von {0}.", openingLeft: "Noch {0}.", opening_swap: "Du hast {0}. Farben tauschen?", opening_count: "Wie viele fünfte Züge sollen angeboten werden?",
  opening_offer: "Biete einen fünften Zug an.", opening_pick: "Wähle einen der fünften Züge.", opening_choose: "Wie soll es weitergehen?",
  hintIs: "Tipp: {0}, {1}",
  reviewStart: "Partie durchsehen", reviewEffort: "Aufwand", effortFast: "schnell", effortGood: "gut", effortDeep: "tief",
  reviewing: "{0} von {1} Stellungen", accuracy: "Genauigkeit", meanLoss: "Verlust im Mittel", mistakes: "Fehler", missedWin: "verpasst einen Gewinn in {0}",
  lost: "{0} % verloren", tryAgain: "Noch einmal", tryFind: "Zug {0}: Finde einen besseren Zug für {1}.", tryGood: "Richtig! {0} hält {1} %.",
  tryBad: "{0} verliert {1} %. Versuche einen anderen.", solution: "Besten Zug zeigen", solutionIs: "Der beste war {0}.", noMistakes: "Keine Fehler gefunden.",
  reviewEmpty: "Spiele oder öffne eine Partie und lass die Engine nach Fehlern suchen.", player: "Spieler", missedWins: "Verpasste Gewinne", addToTree: "Zu den Zügen",
  prove: "Gewinn beweisen", proving: "Sucht einen Beweis …", proved: "{0} gewinnt in höchstens {1} Halbzügen, was auch immer die andere Seite spielt.",
  notProved: "Kein Beweis gefunden; es kann einen geben.", notProvedAll: "Kein Gewinn durch Drohungen: alle Folgen wurden geprüft.", shortest: "kürzester Gewinn",
  proofHelp: "Gehe den Beweis durch: Spiele irgendeine Antwort auf dem Brett.", step: "Schritt {0} von {1}", stepPlay: "{0} spielt {1}.", stepWin: "{0} gewinnt mit {1}.",
  stepReply: "Spiele irgendeine Antwort von {0}.", stepDone: "Der Gewinn steht auf dem Brett.", stepAway: "Diese Stellung kommt im Beweis nicht vor.", toStart: "Zum Anfang",
  playIt: "Spielen", download: "Herunterladen", verify: "Prüfen", verified: "Geprüft: {0} gewinnt {1} in {2} Zügen, {3} Stellungen geprüft.",
  notVerified: "Das ist kein Beweis: {0}",
  proofEmpty: "Ein erzwungener Gewinn durch Vierer und Dreier, mit einem Zertifikat, das gegen jede Antwort geprüft werden kann.",
  format: "Format", mainLine: "nur Hauptvariante", saveAs: "Partie speichern", picture: "Bild", numbers: "Nummern auf Steinen", drawPicture: "Bild speichern",
  animation: "Animation (GIF)", dropHere: "Partie oder Zertifikat hier ablegen", gamesInFile: "Partien in dieser Datei", opened: "{0} wurde geöffnet.", openedAs: "{0} nennt kein Spiel und wurde als {1} geöffnet.",
  setUpLater: "das Brett folgt keinen Steinen, die mitten in der Partie aufgestellt werden",
  tooLarge: "{0} ist zu groß.", unknownFormat: "{0}: kein Format hat diese Endung.", partlyRead: "Nicht alles war lesbar: {0}",
  connecting: "Verbindet …", connectionLost: "Die Engine antwortet nicht. Verbindet erneut …", connected: "Die Engine ist wieder da.",
  theme: "Farben", themeAuto: "wie das System", themeLight: "hell", themeDark: "dunkel", languageName: "Sprache",
  coordinates: "Koordinaten", moveNumbers: "Zugnummern", confirmMoves: "Züge durch zweites Tippen bestätigen", showCandidates: "Kandidaten auf dem Brett",
  atari: "Steine in Gefahr", turnBoard: "Brett drehen", mirrorBoard: "Brett spiegeln",
  emptyPoint: "leer", candidatePoint: "Kandidat {0}, {1}", playedCaptures: "{0}: {1}, schlägt {2}",
  boardName: "Brett von {0}, {1} Punkte je Seite. Pfeiltasten bewegen, Enter spielt.", typeMove: "Zug eingeben",
  keys: "Tasten", keyList: [["← →", "zurück, vor"], ["↑ ↓", "vorige, nächste Variante"], ["Pos1 Ende", "erster, letzter Zug"], ["Leertaste", "Analyse an, aus"], ["Rückschritt", "Zug löschen"], ["B", "zum Brett: Pfeile, Enter"], ["H", "Tipp"], ["N", "neues Spiel"], ["O", "Datei öffnen"], ["S", "speichern"], ["?", "diese Liste"]],
  helpText: "Ein Klick auf das Brett spielt. Andere Züge als die vorhandenen werden Varianten. Partien können auf die Seite gezogen werden.",
  reasons: {
    five: "Fünf in Reihe", "unbroken five": "ein Fünfer, der nicht gebrochen wurde", "five left by capture": "ein Schlag ließ einen Fünfer",
    captures: "geschlagene Steine", line: "eine Reihe", foul: "ein Foul", "fifth capture leaves a five": "der letzte Schlag ließ einen Fünfer",
    "five for both": "Fünf für beide", "full board": "das Brett ist voll", "no legal move": "kein erlaubter Zug", repetition: "dritte Wiederholung",
    resigned: "die andere Seite hat aufgegeben", time: "die Zeit der anderen Seite ist um", agreed: "vereinbart",
  },
  choices: { swap: "Farben tauschen", stay: "Farben behalten", white: "Weiß nehmen", black: "Schwarz nehmen", "--": "Zwei weitere setzen", one: "Einen fünften Zug spielen", ten: "Zehn fünfte Züge anbieten" },
  engineSays: {
    "the game is over": "das Spiel ist zu Ende", "the point is occupied": "der Punkt ist besetzt", "the point is not on the board": "der Punkt liegt nicht auf dem Brett",
    "the first move must take the centre": "der erste Zug muss in die Mitte", "the second move must be next to the centre": "der zweite Zug muss neben der Mitte liegen",
    "the second move must be within {0} points of the centre": "der zweite Zug muss höchstens {0} Punkte von der Mitte liegen",
    "the third move must be outside the central {0} points": "der dritte Zug muss außerhalb der mittleren {0} Punkte liegen",
    "the third move must not lie so on the row or column of the centre": "der dritte Zug darf so nicht auf der Reihe oder Spalte der Mitte liegen",
    "double three": "Doppeldreier", "double four": "Doppelvierer", overline: "Überreihe",
    "suicide: the stone's group would have no liberty": "Selbstmord: die Gruppe des Steins hätte keine Freiheit",
    "no swap is offered now": "jetzt wird kein Tausch angeboten", "passing is allowed only without a legal placement": "passen darf nur, wer nicht setzen kann",
    "\"{0}\" is no point of this board ({1}), swap or pass": "„{0}“ ist kein Punkt dieses Bretts ({1}), swap oder pass", "{0}: the point is occupied": "{0}: der Punkt ist besetzt",
    "{0}: too far from the centre for this stone": "{0}: für diesen Stein zu weit von der Mitte",
    "{0}: the same offer as {1} by a symmetry of the stones": "{0}: durch eine Symmetrie der Steine dasselbe Angebot wie {1}",
    "{0} does not fit {1}: the third stone would lie at most {2} and at least {3} points from the centre": "{0} passt nicht zu {1}: der dritte Stein läge höchstens {2} und mindestens {3} Punkte von der Mitte",
    "{0}: offered already": "{0}: schon angeboten", "{0}: not among the fifth moves offered": "{0}: nicht unter den angebotenen fünften Zügen",
    "{0}: no move is expected after the end of the game": "{0}: nach dem Ende des Spiels wird kein Zug erwartet", "it holds no game": "es enthält keine Partie",
    "the connection to the engine was lost": "die Verbindung zur Engine ging verloren",
    "{0} has no variations, this game has some": "{0} kennt keine Varianten, diese Partie hat welche", "{0} has no comments, this game has some": "{0} kennt keine Kommentare, diese Partie hat welche",
    "{0} has no set-up positions, this game starts from one": "{0} kennt keine Anfangsstellungen, diese Partie hat eine",
    "{0} has no swap, the players of this game exchange colours": "{0} kennt keinen Tausch, in dieser Partie werden die Farben getauscht",
    "{0} has no pass, in this game somebody passes": "{0} kennt kein Passen, in dieser Partie wird gepasst", "{0} has no games without moves": "{0} kennt keine Partien ohne Züge",
    "{0} has rectangular boards only, this one has {1}": "{0} kennt nur rechteckige Bretter, dieses hat {1}", "{0} has boards of {1} points only, this one has {2}": "{0} kennt nur Bretter mit {1} Punkten, dieses hat {2}",
    "{0} has {1}, {2} is played on a hexagon": "{0} kennt keine Sechsecke, {2} wird auf einem gespielt",
    "one of many ways to begin": "eine von vielen Möglichkeiten", "the other player may choose a side": "der andere darf die Seite wählen", "the best stone": "der beste Stein",
    "the best that looks like no other": "der beste, der keinem anderen gleicht", "the worst for Black": "der schlechteste für Schwarz", "{0} moves keep Black at one half or more": "{0} Züge halten Schwarz bei der Hälfte oder mehr",
    "the first player places three stones, the second takes a colour": "der Erste setzt drei Steine, der Zweite nimmt eine Farbe",
    "the first player places three stones; the second takes a colour, or places two more and leaves that to the first": "der Erste setzt drei Steine; der Zweite nimmt eine Farbe, oder er setzt zwei weitere und lässt den Ersten wählen",
    "the first player places four stones, the second takes a colour": "der Erste setzt vier Steine, der Zweite nimmt eine Farbe",
    "three stones near the centre, a swap, the fourth stone, and of two fifth moves White takes one": "drei Steine nahe der Mitte, ein Tausch, der vierte Stein, und von zwei fünften Zügen nimmt Weiß einen",
    "as rif, but the player of the three stones says how many fifth moves Black offers": "wie rif, doch wer die drei Steine setzt, sagt, wie viele fünfte Züge Schwarz anbietet",
    "three stones near the centre, a swap; with the fourth stone White says how many fifth moves are offered, and Black may swap": "drei Steine nahe der Mitte, ein Tausch; mit dem vierten Stein sagt Weiß, wie viele fünfte Züge angeboten werden, und Schwarz darf tauschen",
    "a swap after each of four stones that come further and further out, and after the fifth; or ten fifth moves": "ein Tausch nach jedem von vier Steinen, die immer weiter außen liegen dürfen, und nach dem fünften; oder zehn fünfte Züge",
    "Ninuki-Renju, exactly five or five captured pairs, no double threes, fives can be broken": "Ninuki-Renju, genau fünf oder fünf geschlagene Paare, keine Doppeldreier, Fünfer können gebrochen werden",
    "Ninuki of the Hannover tournaments, double threes are forbidden to Black only": "Ninuki der Turniere von Hannover, Doppeldreier sind nur Schwarz verboten",
    "Ninuki Renju by the Japanese rules": "Ninuki-Renju nach japanischen Regeln", "the capture game of the 42 school, five or more in a row, captures come before fives": "das Schlagspiel der Schule 42, fünf oder mehr in Reihe, Schlagen geht vor",
    "Nenuki Renju, captures are unlimited and never win, one swap": "Nenuki-Renju, Schlagen ist unbegrenzt und gewinnt nie, ein Tausch", "Pente, five or more in a row or five captured pairs win": "Pente, fünf oder mehr in Reihe oder fünf geschlagene Paare gewinnen",
    "Keryo-Pente, pairs and threes are captured, fifteen stones win": "Keryo-Pente, Paare und Dreier werden geschlagen, fünfzehn Steine gewinnen",
    "Gomoku, five or more in a row win": "Gomoku, fünf oder mehr in Reihe gewinnen", "Gomoku, exactly five in a row wins": "Gomoku, genau fünf in Reihe gewinnen",
    "Renju, Black may not make overlines, double fours and double threes": "Renju, Schwarz sind Überreihen, Doppelvierer und Doppeldreier verboten", "Caro, a five shut at both ends does not win": "Caro, ein beidseits verschlossener Fünfer gewinnt nicht",
    "Ndengrod (Pentalath), lines on a hexagon, surrounded groups are captured": "Ndengrod (Pentalath), Reihen auf einem Sechseck, umschlossene Gruppen werden geschlagen",
    "G-Pente, Pente whose third move avoids the lines of the centre": "G-Pente, Pente, dessen dritter Zug die Linien der Mitte meidet", "D-Pente, the first player places four stones, the second chooses a side": "D-Pente, der Erste setzt vier Steine, der Zweite wählt die Seite",
    "DK-Pente, D-Pente with the captures of Keryo-Pente": "DK-Pente, D-Pente mit dem Schlagen von Keryo-Pente", "Poof-Pente, a pair that is completed between enemy stones is captured, too": "Poof-Pente, auch ein Paar, das zwischen feindlichen Steinen entsteht, wird geschlagen",
    "Boat-Pente, Pente in which a capture can break a five": "Boat-Pente, Pente, in dem Schlagen einen Fünfer brechen kann", "O-Pente, the rules of Keryo-Pente, Poof-Pente and Boat-Pente together": "O-Pente, die Regeln von Keryo-Pente, Poof-Pente und Boat-Pente zusammen",
    "Swap2-Pente, Pente with three free stones and a choice of sides": "Swap2-Pente, Pente mit drei freien Steinen und Wahl der Seite", "Swap2-Keryo, Keryo-Pente with three free stones and a choice of sides": "Swap2-Keryo, Keryo-Pente mit drei freien Steinen und Wahl der Seite",
    true: "ja", false: "nein", draw: "unentschieden", five: "Fünfer", captures: "Schlagen",
    "only exactly five wins": "nur genau fünf gewinnen", "double fours are allowed": "Doppelvierer sind erlaubt", "the third move is free": "der dritte Zug ist frei", "the first of four stones takes the centre": "der erste der vier Steine kommt in die Mitte",
    "the winning pair is taken while an older five of the opponent stands": "das letzte Paar wird geschlagen, während ein älterer Fünfer des Gegners steht",
    "a double three that takes the winning pair is allowed": "ein Doppeldreier, der das letzte Paar schlägt, ist erlaubt",
    "where captures do not lose to fives, the winning pair answers a five no capture breaks": "wo Schlagen nicht gegen Fünfer verliert, antwortet das letzte Paar auf einen unbrechbaren Fünfer",
    "a three counts only if its straight-four point is no double three itself": "ein Dreier zählt nur, wenn sein Viererpunkt selbst kein Doppeldreier ist",
    "a side without a legal placement: the game is drawn, or it passes": "eine Seite, die nicht setzen kann: das Spiel ist unentschieden, oder sie passt",
    "a group may be left without liberties and is removed": "eine Gruppe darf ohne Freiheiten bleiben und wird entfernt", "how far from the centre the third move must not lie on its row or column": "wie weit von der Mitte der dritte Zug nicht auf deren Reihe oder Spalte liegen darf",
  },
};

/** @type {Record<string, Partial<typeof en>>} */
export const languages = { en, de };

let chosen = /** @type {Partial<typeof en>} */ (en);

/** @type {[RegExp, string][]} What the engine says with values in it, and how the page says it. */
let sayings = [];

/** Speaks a language from now on. @param {string} language */
export function speak(language) {
  chosen = languages[language] ?? en;
  const templates = Object.entries(chosen.engineSays ?? {}).filter(([template]) => template.includes("{0}"));
  sayings = templates.map(([template, words]) => [new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(.+)")}$`), words]);
  document.documentElement.lang = languages[language] ? language : "en";
}

/**
 * A text with values in the place of {0}, {1}.
 * @param {Exclude<keyof typeof en, "keyList" | "reasons" | "choices" | "engineSays">} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export const t = (key, ...values) => (chosen[key] ?? en[key]).replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** The keys and what they do. @returns {string[][]} */
export const keyList = () => chosen.keyList ?? en.keyList;

/** Why a game ended, in words. @param {string} reason */
export const reasonText = (reason) => /** @type {Record<string, string>} */ ({ ...en.reasons, ...chosen.reasons })[reason] ?? reason;

/**
 * What the engine says, in the language of the page where that has words for it.
 * @param {string} text
 * @returns {string}
 */
export function said(text) {
  const words = /** @type {Record<string, string>} */ (chosen.engineSays ?? {})[text];
  if (words) return words;
  for (const [pattern, form] of sayings) {
    const found = pattern.exec(text);
    if (found) return form.replace(/\{(\d)\}/g, (_, index) => found[Number(index) + 1]);
  }
  return text;
}

/** What is answered in an opening, in words. @param {string} answer */
export const choiceText = (answer) => /** @type {Record<string, string>} */ ({ ...en.choices, ...chosen.choices })[answer] ?? answer;

/** The name of a colour. @param {"x" | "o"} color */
export const colorName = (color) => t(color === "x" ? "black" : "white");
