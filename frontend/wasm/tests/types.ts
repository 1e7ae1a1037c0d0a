// The types of the package as a program uses them; it is compiled, and never run.

import { Answers, Ninuki, QueryError } from "ninuki";
import { NinukiBoard } from "ninuki/board.js";
import { Game, RulesError, games } from "ninuki/rules";
import type { GameInfo, Keys, Outcome, Played } from "ninuki/rules";
import type { Analysis, Node, Score } from "ninuki";

const text = (score: Score): string =>
  "cp" in score ? `${score.cp}` : "win" in score ? `win in ${score.win}` : `loss in ${score.loss}`;

export async function use(): Promise<string[]> {
  const ninuki: Ninuki = await Ninuki.start({ hash: 16, full: true });
  const game = { rules: "pente", moves: ["K10", "L9"], flags: { "third-free": true } };
  const search: Answers<Analysis> = ninuki.analyze({ ...game, nodes: 1000, lines: 2, plies: "all", report_every: 100 });
  const said: string[] = [];
  for await (const { ply, best, lines } of search) said.push(`${ply} ${best ?? "-"} ${lines.map(({ score }) => text(score))}`);
  const last: Analysis = await search;
  search.terminate();
  const { legal, captured, outcome } = await ninuki.position({ ...game, size: "15x20" });
  said.push(legal[0] ?? "", String(captured.x), outcome?.winner ?? "", last.ended ?? "");
  const { x } = await ninuki.threats(game);
  said.push(...x.straight_four);
  const { certificate } = await ninuki.solve({ ...game, shortest: true });
  if (certificate) said.push((await ninuki.verify(certificate)).reason ?? "");
  const { moves } = await ninuki.balance({ ...game, bias: 0, lines: 3 });
  said.push(...moves.map(({ move }) => move), (await ninuki.play({ ...game, level: 3, seed: 7 })).move);
  const { tree } = await ninuki.read({ records: "K10 L9", from: "txt", rules: "pente" });
  said.push(...tree.map((node: Node) => node.move ?? node.comment ?? ""));
  const converted: string | Uint8Array = await ninuki.convert({ records: new Uint8Array(), from: "lib", to: "sgf" });
  said.push(typeof converted === "string" ? converted : "", await ninuki.picture({ ...game, width: 400, numbers: 1 }));
  said.push((await ninuki.version()).network, String((await ninuki.clear()).done));
  await ninuki.query({ action: "games" }).catch((error: Error) => {
    if (error instanceof QueryError) said.push(error.field ?? "", error.code);
  });

  const review = ninuki.review({ ...game, nodes: 100, report_moves: true });
  for await (const answer of review) if ("partial" in answer) said.push(...(answer.moves ?? []).map(({ move }) => move));
  said.push((await review).x);

  await ninuki.threats(game, { signal: AbortSignal.timeout(1000) });

  // What is no query is no program.
  // @ts-expect-error
  ninuki.analyze({ mvoes: "K10" });
  // @ts-expect-error
  ninuki.analyze({ nodes: "many" });
  // @ts-expect-error
  ninuki.convert({ records: "K10", from: "txt", to: "doc" });
  // @ts-expect-error
  last.bset;

  await ninuki.close();
  return said;
}

export function referee(): string[] {
  const game: Game = new Game({ rules: "pente", size: [19, 19], flags: { "third-free": true }, moves: ["K10"] });
  const { captured }: Played = game.play(game.legal()[0] ?? "pass");
  const outcome: Outcome | null = game.outcome;
  const { symmetric }: Keys = game.copy().keys;
  const known: GameInfo | undefined = games()[0];
  try {
    Game.parse(String(game), { rules: game.rules, size: "19x19" }).undo()?.length;
  } catch (error) {
    if (error instanceof RulesError) return [error.message];
  }
  // A property of a game cannot be set.
  // @ts-expect-error
  game.toMove = "x";
  game.free();
  return [...captured, outcome?.winner ?? "", symmetric, known?.name ?? "", String(game.captured.x)];
}

export async function show(page: HTMLElement): Promise<number> {
  const board: NinukiBoard = document.createElement("ninuki-board");
  NinukiBoard.engine ??= Ninuki.start();
  page.append(board);
  await board.goTo(3);
  return (await board.play("K10")) ? board.ply : board.moves.length;
}
