// The panel of the explorer: the opening, the moves of the shown position with results and values of the book, the games below.

import { exploredOf, unplayed } from "./board-explored.js";
import { button, check, field, h, select } from "./dom.js";
import { percent, scoreText, short, shortScore } from "./format.js";
import { watch } from "./state.js";
import { colorName, openingText, t } from "./texts.js";

/** @typedef {import("./explore.js").LibraryGame} LibraryGame */

/** @typedef {import("../../wasm/js/types.js").BookValue} BookValue */
/** @typedef {{ move: string, played: import("../../wasm/js/types.js").ExploredMove | null, book?: BookValue }} Row  a move of games, or of the book alone */

/** @param {number} part @param {number} whole */
const share = (part, whole) => (100 * part) / Math.max(1, whole);

/** The results of games as a bar: Black, draws, White. @param {{ x: number, o: number, draws: number }} counts */
function bar({ x, o, draws }) {
  const known = x + o + draws;
  if (!known) return h("span", { class: "facts" }, "–");
  const [black, drawn, white] = [x, draws, o].map((part) => Math.round(share(part, known)));
  const words = t("resultShares", black, drawn, white);
  const part = (/** @type {string} */ kind, /** @type {number} */ width) => h("i", { class: kind, "data-share": width });
  const parts = [part("x", share(x, known)), part("draw", share(draws, known)), part("o", share(o, known))];
  // The policy of the page forbids styles in markup, not those that scripts set.
  for (const one of parts) one.style.width = `${one.dataset.share}%`;
  parts[0].textContent = black >= 22 ? String(black) : "";
  parts[2].textContent = white >= 22 ? String(white) : "";
  return h("span", { class: "results", role: "img", "aria-label": words, title: words }, ...parts);
}

/** A player with the rating. @param {string} name @param {number | null} rating @param {"x" | "o"} color */
const playerText = (name, rating, color) => `${name || colorName(color)}${rating === null ? "" : ` (${rating})`}`;

/** How a game ended, in a word. @param {string | null} result */
const resultText = (result) => (result === "x" ? `${t("black")} 1–0` : result === "o" ? `${t("white")} 0–1` : result === "draw" ? "½–½" : "");

/** A number of a field; undefined if there is none. @param {HTMLInputElement} input */
const numberOf = (input) => (input.value.trim() && input.validity.valid ? Number(input.value) : undefined);

/** The fields that choose games. @param {(filter: import("./explore.js").Filter) => void} onChange */
function createFilter(onChange) {
  const number = (/** @type {"ratingFrom" | "ratingTo" | "yearFrom" | "yearTo"} */ name, /** @type {number} */ most) =>
    h("input", { type: "number", min: 0, max: most, step: 1, inputmode: "numeric", "aria-label": t(name), placeholder: t(name), onchange: () => change() });
  const player = h("input", { type: "text", maxlength: 100, "aria-label": t("player"), placeholder: t("player"), autocomplete: "off", spellcheck: false, onchange: () => change() });
  const color = select(t("explorerColour"), [["", t("eitherColour")], ["x", t("black")], ["o", t("white")]], "", () => change());
  const result = select(t("result"), [["", t("anyResult")], ["x", t("resultIs", t("black"))], ["o", t("resultIs", t("white"))], ["draw", t("resultDraw")], ["unknown", t("resultUnknown")]], "", () => change());
  const [low, high, from, to] = [number("ratingFrom", 9999), number("ratingTo", 9999), number("yearFrom", 9999), number("yearTo", 9999)];
  const clear = button(t("clearFilter"), () => { form.reset(); change(); });
  const form = h("form", { class: "filter", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, player, color, low, high, from, to, result, clear);
  const summary = h("summary", {}, t("filter"));

  function change() {
    const year = (/** @type {HTMLInputElement} */ input) => (numberOf(input) === undefined ? undefined : String(numberOf(input)).padStart(4, "0"));
    const name = player.value.trim();
    color.disabled = !name;
    const all = { player: name || undefined, color: (name && color.value) || undefined, min_rating: numberOf(low), max_rating: numberOf(high), since: year(from), until: year(to), result: result.value || undefined };
    const filter = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    summary.textContent = Object.keys(filter).length ? `${t("filter")} (${Object.keys(filter).length})` : t("filter");
    onChange(filter);
  }
  color.disabled = true;
  return h("details", { class: "filters" }, summary, form);
}

/** The value of a move for its player by the stored evaluation after it. @param {import("../../wasm/js/types.js").ExploredMove} move */
function valueText({ evaluation }) {
  if (!evaluation) return "–";
  const { win, winrate } = evaluation;
  return win === undefined ? percent(1 - winrate) : `${win > 0 ? "−" : "+"}${Math.abs(win)}`;
}

/** The list of games. @param {import("./game.js").Store} store @param {import("./explore.js").ExplorerControl} explorer */
function createGames(store, explorer) {
  /** @type {"top" | "recent" | "all"} */
  let kind = "top";
  /** @type {LibraryGame[]} The games that were found, and the position that they were found for. */
  let found = [];
  let more = false;
  /** @type {unknown} */
  let of = null;
  const kinds = /** @type {[typeof kind, string][]} */ ([["top", t("highestRated")], ["recent", t("newestGames")], ["all", t("allGames")]]);
  const chosen = select(t("gamesTitle"), kinds, kind, (value) => { kind = /** @type {any} */ (value); void show(); });
  const list = h("ul", { class: "games" });
  const next = button(t("moreGames"), () => void find(found.at(-1)?.id), { hidden: true });

  const row = (/** @type {LibraryGame} */ one) => {
    const facts = [resultText(one.result), one.date, t("movesCount", one.plies), one.event].filter(Boolean).join(" · ");
    return h("li", {}, h("button", { type: "button", class: "gamerow", onclick: () => void explorer.open(one) },
      h("b", {}, `${playerText(one.x, one.x_rating, "x")} – ${playerText(one.o, one.o_rating, "o")}`), h("small", {}, facts)));
  };

  /** Finds games after the one with this number. @param {number} [after] */
  async function find(after) {
    const answer = exploredOf(store.state);
    const games = await explorer.games(after);
    if (!games || answer !== exploredOf(store.state) || kind !== "all") return;
    found = [...(of === answer && after !== undefined ? found : []), ...games.games];
    [more, of] = [games.more, answer];
    draw(found);
  }

  /** @param {LibraryGame[]} games */
  function draw(games) {
    list.replaceChildren(...games.map(row));
    next.hidden = kind !== "all" || !more;
  }

  async function show() {
    const answer = exploredOf(store.state);
    if (!answer) return;
    // Without ratings and dates there is neither a highest nor a newest game.
    const isListed = kind !== "all" && (answer[kind].length > 0 || !answer.games);
    if (kind !== "all" && !isListed) { kind = "all"; chosen.value = kind; }
    if (kind !== "all") return draw(answer[kind]);
    if (of === answer) return draw(found);
    await find();
  }
  watch(store, (state) => [exploredOf(state)], () => void show());
  return h("div", { class: "library" }, h("div", { class: "row" }, field(t("gamesTitle"), chosen)), list, next);
}

/** The value of a move in the book: a win rate, or the plies to a proved end. @param {BookValue} value */
const bookText = (value) => ("cp" in value.score ? percent(value.winrate) : shortScore(value));

/** A cell with a number. @param {string} text @param {...(Node | string)} more */
const number = (text, ...more) => h("td", { class: "number" }, text, ...more);

/**
 * The columns after the move. A server without a library has those of the book alone.
 * @param {import("./explore.js").Found} answer
 * @param {Row[]} rows
 * @param {boolean} counts  whether there is a library
 * @returns {[string, (row: Row) => Node][]}
 */
function columns(answer, rows, counts) {
  const isValued = rows.some(({ played }) => played?.evaluation);
  const isBooked = rows.some(({ book }) => book);
  /** @type {(text: (played: NonNullable<Row["played"]>) => Node) => (row: Row) => Node} */
  const ofGames = (cell) => ({ played }) => (played ? cell(played) : number("–"));
  const ofBook = (/** @type {(value: BookValue) => string} */ text) => (/** @type {Row} */ { book }) => number(book ? text(book) : "–");
  if (!counts) return [[t("rate"), ofBook(bookText)], [t("bookValue"), ofBook(({ score }) => scoreText(score))], [t("bookNodes"), ofBook(({ nodes }) => (nodes === null ? "–" : short(nodes)))]];
  return [
    [t("gamesTitle"), ofGames(({ games }) => number(String(games), h("small", {}, ` ${share(games, answer.games).toFixed(0)} %`)))],
    [t("explorerResults"), ofGames((played) => h("td", {}, bar(played)))],
    [t("rating"), ofGames(({ rating }) => number(String(rating ?? "–")))], [t("lastYear"), ofGames(({ last }) => number(String(last ?? "–")))],
    .../** @type {[string, (row: Row) => Node][]} */ (isValued ? [[t("rate"), ofGames((played) => number(valueText(played)))]] : []),
    .../** @type {[string, (row: Row) => Node][]} */ (isBooked ? [[t("book"), ofBook(bookText)]] : []),
  ];
}

/** The value of the position in the book, or why there is none. @param {import("./state.js").State} state @param {import("./explore.js").Found} answer */
function bookFacts({ position }, { book }) {
  if (!book?.positions) return t("noBook");
  if (book.winrate === null || !position?.to_move) return book.moves.length ? "" : t("notInBook");
  return t("bookRate", colorName(position.to_move), percent(book.winrate));
}

/** The table of moves. @param {import("./game.js").GameControl} game */
function createTable(game) {
  const [head, body] = [h("tr"), h("tbody")];
  const element = h("table", { class: "played" }, h("caption", { class: "hidden" }, t("moves")), h("thead", {}, head), body);
  /** @param {import("./explore.js").Found} answer @param {boolean} counts */
  function update(answer, counts) {
    const rows = [
      ...answer.moves.map((played) => /** @type {Row} */ ({ move: played.move, played, book: played.book })),
      ...unplayed(answer).map((known) => /** @type {Row} */ ({ move: known.move, played: null, book: known })),
    ];
    const shown = columns(answer, rows, counts);
    element.hidden = !rows.length;
    element.classList.toggle("counted", counts);
    head.replaceChildren(...[t("move"), ...shown.map(([text]) => text)].map((text) => h("th", { scope: "col" }, text)));
    body.replaceChildren(...rows.map((row) => {
      const show = () => void game.preview([row.move]);
      const hide = () => void game.preview(null);
      const play = button(row.move, () => { hide(); void game.play(row.move); }, { class: "pv strong", onfocus: show, onblur: hide, onmouseenter: show, onmouseleave: hide });
      return h("tr", {}, h("td", {}, play), ...shown.map(([, cell]) => cell(row)));
    }));
  }
  return { element, update };
}

/**
 * Fills the panel.
 * @param {HTMLElement} panel
 * @param {import("./game.js").Store} store
 * @param {import("./explore.js").ExplorerControl} explorer
 * @param {import("./game.js").GameControl} game
 */
export function fillExploreView(panel, store, explorer, game) {
  const names = h("span", {});
  const library = h("div", { class: "library" }, createFilter(explorer.choose), createGames(store, explorer));
  watch(store, (state) => [state.libraries], ({ libraries }) => {
    const choice = select(t("library"), libraries.map((name) => [name, name]), libraries[0] ?? "", explorer.read);
    names.replaceChildren(...(libraries.length > 1 ? [field(t("library"), choice)] : []));
    names.hidden = libraries.length < 2;
    library.hidden = !libraries.length;
  });
  const opening = h("b", { class: "opening" });
  const facts = h("p", { class: "facts known", role: "status" });
  const counted = h("div", { class: "row" }, names, facts);
  const known = h("p", { class: "facts" });
  const table = createTable(game);
  const drawn = check(t("bookOnBoard"), store.state.prefs.bookMoves, (bookMoves) => store.set({ prefs: { ...store.state.prefs, bookMoves } }));

  watch(store, (state) => [exploredOf(state), state.panel], (state) => {
    const answer = exploredOf(state);
    if (state.panel !== "explore") return;
    const counts = state.libraries.length > 0;
    opening.textContent = answer?.book?.opening ? openingText(answer.book.opening) : "";
    opening.hidden = !opening.textContent;
    table.element.hidden = !answer;
    counted.hidden = !counts && Boolean(answer);
    drawn.hidden = !answer?.book?.positions;
    known.textContent = answer ? bookFacts(state, answer) : "";
    if (!answer) return void (facts.textContent = t("thinking"));
    facts.replaceChildren(answer.games ? t("gamesCount", answer.games) : t("noGames"), ...(answer.games ? [bar(answer)] : []));
    table.update(answer, counts);
  });
  panel.append(counted, h("div", { class: "row booked" }, opening, known, drawn), table.element, library);
}
