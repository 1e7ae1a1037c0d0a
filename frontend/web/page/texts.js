// All texts of the page. Another language is another object with the same keys; English replaces missing ones. `games`,
// `openingRules`, `flags` and `values` have texts by the names of the engine, `errors` and `grounds` by its codes.

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
  // Names of the engine have their English texts from the engine.
  games: /** @type {Record<string, string>} */ ({}), openingRules: /** @type {Record<string, string>} */ ({}),
  flags: /** @type {Record<string, string>} */ ({}), values: /** @type {Record<string, string>} */ ({}),
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

/** @typedef {"reasons" | "choices" | "games" | "openingRules" | "flags" | "values" | "errors" | "grounds"} Tables */

/**
 * A text with values in the place of {0}, {1}.
 * @param {Exclude<keyof typeof en, Tables | "keyList">} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export const t = (key, ...values) => (chosen[key] ?? en[key]).replace(/\{(\d)\}/g, (_, index) => String(values[index]));

/** The keys and what they do. @returns {string[][]} */
export const keyList = () => chosen.keyList ?? en.keyList;

/** The text of a table for a name or code. @param {Tables} table @param {string} name @returns {string | undefined} */
const entry = (table, name) => /** @type {Record<string, string>} */ ({ ...en[table], ...chosen[table] })[name];

/** Fills `{name}` with values. @param {string} text @param {Record<string, string | number>} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** The reason of an outcome. @param {string} reason */
export const reasonText = (reason) => entry("reasons", reason) ?? reason;

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
