// Shows the games: what lies on the board after each move is in the data, so no rule of any game is here.
"use strict";

(async () => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const STONE = 0.46;
  const CELL = [[0, -0.577], [0.5, -0.289], [0.5, 0.289], [0, 0.577], [-0.5, 0.289], [-0.5, -0.289]];
  const ROWS = 25;
  const COLORS = ["Black", "White"];

  /** An element with attributes and texts or elements in it. */
  function make(name, attributes = {}, ...children) {
    const element = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  async function unpack(id) {
    const bytes = Uint8Array.from(atob($(id).textContent.trim()), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  /** Marks a button that would do nothing now. It keeps the focus. */
  const allow = (id, possible) => $(id).setAttribute("aria-disabled", !possible);

  const index = await unpack("index");
  const { board, engines, reasons, block } = index;
  const games = index.games.map(([game, black, white, winner, reason, plies, opening, faulty, swapped]) =>
    ({ number: game + 1, game, players: [black, white], winner, reason: reasons[reason], plies, opening, faulty, swapped }));
  const blocks = new Map();
  async function load({ game }) {
    const number = Math.floor(game / block);
    if (!blocks.has(number)) blocks.set(number, unpack(`block-${number}`));
    return (await blocks.get(number))[game];
  }

  // State kept across reloads of the page.
  const memory = {
    read() { try { return JSON.parse(sessionStorage.getItem(location.pathname)) ?? {}; } catch { return {}; } },
    write(values) { try { sessionStorage.setItem(location.pathname, JSON.stringify(values)); } catch { /* It forgets. */ } },
  };
  const kept = memory.read();

  const state = { found: games, page: 0, game: null, moves: null, ply: 0 };

  /* The list. */

  $("engine").append(make("option", { value: "" }, "all"), ...engines.map((name, player) => make("option", { value: player }, name)));
  const OUTCOMES = { "": "all", won: "won", drawn: "drawn", lost: "lost", fault: "faults" };
  const OF_ALL = { won: "Black won", lost: "White won" };
  function outcomes() {
    const of_one = $("engine").value !== "";
    const now = $("outcome").value;
    $("outcome").replaceChildren(...Object.entries(OUTCOMES).map(([value, text]) => make("option", { value }, (!of_one && OF_ALL[value]) || text)));
    $("outcome").value = now;
  }

  function fits({ players, winner, faulty }) {
    const [engine, outcome] = [$("engine").value, $("outcome").value];
    const color = engine === "" ? 0 : players.indexOf(Number(engine));
    if (color < 0) return false;
    switch (outcome) {
      case "won": return winner === color;
      case "lost": return winner === 1 - color;
      case "drawn": return winner === 2;
      case "fault": return faulty !== null && (engine === "" || faulty === Number(engine));
      default: return true;
    }
  }

  const RESULTS = ["1–0", "0–1", "½–½"];
  function list() {
    const { found, page } = state;
    const shown = found.slice(page * ROWS, (page + 1) * ROWS);
    $("rows").replaceChildren(...shown.map((game) => make("tr", { "aria-current": game === state.game ? "true" : null },
      make("td", {}, make("a", { href: `#game=${game.number}`, "aria-label": `Game ${game.number}` }, String(game.number))),
      make("td", { class: "name" }, `${engines[game.players[0]]} – ${engines[game.players[1]]}`),
      make("td", {}, RESULTS[game.winner]),
      make("td", { class: "name by" }, game.reason),
      make("td", {}, String(game.plies)))));
    $("range").textContent = found.length ? `Games ${page * ROWS + 1} to ${page * ROWS + shown.length} of ${found.length}` : "No such game";
    allow("newer", page > 0);
    allow("older", (page + 1) * ROWS < found.length);
  }

  function filter() {
    outcomes();
    state.found = games.filter(fits);
    turnTo(state.game);
    allow("previous-game", neighbour(-1));
    allow("next-game", neighbour(1));
  }

  /** Turns to the page of the list that has a game. */
  function turnTo(game) {
    state.page = Math.max(0, Math.floor(state.found.indexOf(game) / ROWS));
    list();
  }

  /* The board. */

  const layers = ["ground", "stones", "marks"].map((name) => make("svg:g", { class: name }));
  const [ground, stones, marks] = layers;
  $("board").append(...layers);
  $("board").setAttribute("viewBox", `0 0 ${board.size[0]} ${board.size[1]}`);
  (() => {
    $("board").classList.toggle("hexagons", board.hexagons);
    if (board.hexagons) {
      for (const [, x, y] of board.points) ground.append(make("svg:polygon", { class: "cell", points: CELL.map(([right, down]) => `${x + right},${y + down}`).join(" ") }));
    } else {
      const [xs, ys] = [1, 2].map((axis) => [...new Set(board.points.map((point) => point[axis]))]);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      ground.append(make("svg:rect", { class: "wood", width: board.size[0], height: board.size[1], rx: 0.25 }),
        make("svg:path", { class: "rows", d: xs.map((x) => `M${x} ${top}V${bottom}`).concat(ys.map((y) => `M${left} ${y}H${right}`)).join("") }));
    }
    for (const [cx, cy] of board.stars) ground.append(make("svg:circle", { class: "star", cx, cy, r: 0.09 }));
    for (const [name, x, y] of board.names) ground.append(make("svg:text", { x, y }, name));
  })();

  /** What lies on the board after some moves: points with the colour and the number of the move. */
  function lying({ z = [], p, r = {} }, ply) {
    const found = new Map(z.map((stone) => [stone >> 1, [stone & 1, 0]]));
    for (let move = 0; move < ply; move += 1) {
      if (p[move] >= 0) found.set(p[move] >> 1, [p[move] & 1, move + 1]);
      for (const point of r[move]?.[0] ?? []) found.delete(point);
    }
    return found;
  }

  function draw() {
    const { moves, ply } = state;
    const now = lying(moves, ply);
    const numbers = $("numbers").checked;
    const at = (point, name, attributes, ...children) => {
      const [, x, y] = board.points[point];
      return make(`svg:${name}`, { ...attributes, ...(name === "text" ? { x, y } : { cx: x, cy: y }) }, ...children);
    };
    stones.replaceChildren(...[...now].map(([point, [color]]) => at(point, "circle", { class: `stone ${"xo"[color]}`, r: STONE })));
    const shapes = [];
    if (numbers) for (const [point, [color, number]] of now) if (number) shapes.push(at(point, "text", { class: `number ${"xo"[color]}` }, String(number)));
    for (const point of moves.r?.[ply - 1]?.[0] ?? []) shapes.push(at(point, "circle", { class: "taken", r: 0.16 }));
    if (ply === moves.p.length) for (const point of moves.w ?? []) shapes.push(at(point, "circle", { class: "won", r: STONE }));
    const latest = ply > 0 ? moves.p[ply - 1] >> 1 : -1;
    if (now.has(latest)) shapes.push(at(latest, "circle", numbers ? { class: "ring", r: STONE - 0.04 } : { class: "latest", r: 0.14 }));
    marks.replaceChildren(...shapes);
    $("board").setAttribute("aria-label", `The board after ${ply} of ${moves.p.length} moves, ${now.size} stones`);
  }

  /* The game. */

  const nameOf = (stone) => (stone === -1 ? "pass" : stone === -2 ? "swap" : board.points[stone >> 1][0]);
  const seconds = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`);
  const MATE = 29000;
  function scoreText(score) {
    if (Math.abs(score) >= MATE) return `${score > 0 ? "win" : "loss"} in ${Math.max(0, 30000 - Math.abs(score))}`;
    return score > 0 ? `+${score}` : String(score).replace("-", "−");
  }

  function describe() {
    const { moves, ply, game } = state;
    if (ply === 0) return "The start.";
    const at = ply - 1;
    const stone = moves.p[at];
    const color = stone >= 0 ? stone & 1 : null;
    const parts = [`${ply}. ${nameOf(stone)}${color === null ? "" : `, ${COLORS[color]} (${engines[game.players[color]]})`}`];
    if (at < moves.b) parts.push("opening");
    else parts.push(seconds(moves.t[at]));
    if (moves.d?.[at] != null) parts.push(`depth ${moves.d[at]}`);
    if (moves.n?.[at] != null) {
      parts.push(`${moves.n[at].toLocaleString("en")} nodes`);
      if (moves.t[at] > 0) parts.push(`${Math.round(1000 * moves.n[at] / moves.t[at]).toLocaleString("en")} nodes a second`);
    }
    if (moves.s?.[at] != null) parts.push(`score ${scoreText(moves.s[at])}`);
    const gone = moves.r?.[at];
    if (gone) parts.push(`takes ${gone[0].map((point) => board.points[point][0]).join(", ")}`);
    const counted = Object.entries(moves.r ?? {}).filter(([move]) => move < ply).pop();
    if (counted) parts.push(`captured by Black ${counted[1][1][0]}, by White ${counted[1][1][1]}`);
    return parts.join(" · ");
  }

  /** The scores of both sides, seen from Black. */
  function scores() {
    const { moves, ply } = state;
    const [width, height] = [480, 80];
    const last = Math.max(1, moves.p.length);
    const known = (moves.s ?? []).filter((score) => score != null && Math.abs(score) < MATE).map(Math.abs).sort((one, other) => one - other);
    const unit = known[Math.floor(known.length / 2)] || 100;
    const lines = [[], []];
    (moves.s ?? []).forEach((score, at) => {
      if (score == null || moves.p[at] < 0) return;
      const color = moves.p[at] & 1;
      const seen = (color ? -score : score) / (Math.abs(score) + unit);
      lines[color].push(`${(width * (at + 1)) / last} ${(height / 2) * (1 - 0.94 * seen)}`);
    });
    $("graph").hidden = !(moves.s ?? []).some((score) => score != null);
    $("scores").replaceChildren(make("svg:path", { class: "zero", d: `M0 ${height / 2}H${width}` }),
      ...lines.map((points, color) => make("svg:path", { class: `line c${color}`, d: points.length ? `M${points.join("L")}` : "" })),
      make("svg:path", { class: "now", d: `M${(width * ply) / last} 0V${height}` }));
  }

  function step(ply) {
    const { moves } = state;
    state.ply = Math.min(Math.max(ply, 0), moves.p.length);
    draw();
    scores();
    $("ply").value = state.ply;
    $("said").textContent = describe();
    $("ply").setAttribute("aria-valuetext", $("said").textContent);
    for (const button of $("moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = $("moves").children[state.ply]?.firstChild;
    current?.setAttribute("aria-current", "step");
    if (current) {
      const list = $("moves");
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    }
    for (const id of ["first", "back"]) allow(id, state.ply > 0);
    for (const id of ["on", "last"]) allow(id, state.ply < moves.p.length);
    address();
  }

  function address() {
    const hash = `#game=${state.game.number}&ply=${state.ply}`;
    try { history.replaceState(null, "", hash); } catch { /* The address stays. */ }
  }

  async function show(game, ply = null) {
    state.game = game;
    const moves = await load(game);
    if (state.game !== game) return;
    state.moves = moves;
    const [black, white] = game.players.map((player) => engines[player]);
    $("game-title").textContent = `Game ${game.number}: ${black} – ${white}, ${RESULTS[game.winner]}`;
    const ended = new Date(1000 * moves.u).toLocaleString();
    const detail = moves.c ? `: ${moves.c}` : "";
    const by = game.faulty === null ? "" : ` of ${engines[game.faulty]}`;
    $("game-end").textContent = `${game.reason}${by}${detail}${game.swapped ? ", colours exchanged" : ""} · opening ${game.opening + 1} · ${ended}`;
    $("words").hidden = !moves.e?.length;
    $("words").textContent = (moves.e ?? []).join("\n");
    $("ply").max = moves.p.length;
    const item = (name, ply, classes) => {
      const button = make("button", { type: "button", class: classes || null }, name);
      button.addEventListener("click", () => step(ply));
      return make("li", {}, button);
    };
    $("moves").replaceChildren(item("Start", 0, ""), ...moves.p.map((stone, at) =>
      item(`${at + 1}. ${nameOf(stone)}`, at + 1, `${at < moves.b ? "book" : ""}${moves.r?.[at] ? " takes" : ""}`)));
    allow("previous-game", neighbour(-1));
    allow("next-game", neighbour(1));
    turnTo(game);
    step(ply ?? moves.p.length);
  }

  /** The next game of those that are found, or the one before. */
  function neighbour(distance) {
    const all = state.found.includes(state.game) ? state.found : games;
    return all[all.indexOf(state.game) + distance];
  }

  function beside(distance) {
    const game = neighbour(distance);
    if (game) show(game);
  }

  /** Shows what the address says; whether it says a game. */
  function follow() {
    const match = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash);
    const game = match && games.find(({ number }) => number === Number(match[1]));
    if (game) show(game, match[2] === undefined ? null : Number(match[2]));
    return Boolean(game);
  }

  for (const id of ["engine", "outcome"]) $(id).addEventListener("change", filter);
  for (const [id, distance] of [["newer", -1], ["older", 1]]) {
    $(id).addEventListener("click", () => {
      state.page = Math.min(Math.max(state.page + distance, 0), Math.max(0, Math.ceil(state.found.length / ROWS) - 1));
      list();
    });
  }
  $("first").addEventListener("click", () => step(0));
  $("back").addEventListener("click", () => step(state.ply - 1));
  $("on").addEventListener("click", () => step(state.ply + 1));
  $("last").addEventListener("click", () => step(Infinity));
  $("previous-game").addEventListener("click", () => beside(-1));
  $("next-game").addEventListener("click", () => beside(1));
  $("ply").addEventListener("input", () => step(Number($("ply").value)));
  $("numbers").addEventListener("change", draw);
  $("scores").addEventListener("click", (event) => {
    const { left, width } = $("scores").getBoundingClientRect();
    step(Math.round(((event.clientX - left) / width) * state.moves.p.length));
  });
  addEventListener("hashchange", () => { if (follow()) $("shown").scrollIntoView({ block: "nearest" }); });
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (!state.moves || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (target.matches("select, input:not([type=checkbox]), .wide, pre")) return;
    const inside = target.closest("#viewer");
    const action = { ArrowLeft: () => step(state.ply - 1), ArrowRight: () => step(state.ply + 1),
      ...(inside && { Home: () => step(0), End: () => step(Infinity), ArrowUp: () => beside(-1), ArrowDown: () => beside(1) }) }[key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  $("loading").hidden = true;
  $("viewer").hidden = false;
  outcomes();
  $("numbers").checked = Boolean(kept.numbers);
  if (kept.engine) $("engine").value = kept.engine;
  outcomes();
  if (kept.outcome) $("outcome").value = kept.outcome;
  state.found = games.filter(fits);
  list();
  if (!follow() && games.length) {
    const hash = location.hash;
    await show(games[games.length - 1]);
    if (hash) history.replaceState(null, "", hash);
  }
  if (!games.length) $("shown").hidden = $("moves-part").hidden = true;

  if (performance.getEntriesByType("navigation")[0]?.type === "reload") {
    if (kept.scroll) scrollTo(0, kept.scroll);
    if (kept.focus) $(kept.focus)?.focus({ preventScroll: true });
  }

  /* News of a match that runs. */

  const { refresh, written } = document.querySelector("header").dataset;
  if (refresh) {
    const age = () => Math.max(0, Math.round(Date.now() / 1000 - written));
    const tell = () => { $("news").textContent = age() > 120 ? `No game ended in the last ${Math.round(age() / 60)} minutes.` : `As of ${age()} s ago.`; };
    if (kept.refresh === false) $("refresh").checked = false;
    tell();
    setInterval(tell, 1000);
    setInterval(() => {
      if (!$("refresh").checked || document.hidden) return;
      remember();
      location.reload();
    }, 1000 * Number(refresh));
  }
  function remember() {
    memory.write({ engine: $("engine").value, outcome: $("outcome").value, numbers: $("numbers").checked, refresh: $("refresh")?.checked,
      scroll: scrollY, focus: document.activeElement?.id });
  }
  addEventListener("pagehide", remember);
})();
