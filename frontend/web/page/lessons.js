// The rules of the games in sentences and moving pictures.

import { lessonText } from "./texts.js";

const PENTE = ["five", "capture", "into", "pairs", "break"];

/** The lessons of each game; other games have the first one. @type {Record<string, string[]>} */
const LESSONS = {
  pente: PENTE, "g-pente": PENTE, "d-pente": PENTE, "swap2-pente": PENTE,
  "poof-pente": ["five", "capture", "poof", "pairs", "break"], "boat-pente": ["five", "capture", "into", "pairs", "broken"], "o-pente": ["five", "capture", "keryo", "poof", "broken"],
  keryo: ["five", "capture", "keryo", "into"], "dk-pente": ["five", "capture", "keryo", "into"], "swap2-keryo": ["five", "capture", "keryo", "into"],
  ninuki: ["five", "capture", "into", "pairs", "broken", "threes", "overline"], "ninuki-hannover": ["five", "capture", "into", "pairs"], "ninuki-japan": ["five", "capture", "into"],
  "ninuki-42": ["five", "capture", "into", "pairs"], nenuki: ["five", "capture", "into", "endless"],
  freestyle: ["five"], standard: ["five", "exact"], renju: ["five", "forbidden"], caro: ["five", "blocked"], ndengrod: ["hexagon", "surrounded"],
};

/** The pictures of each lesson, as positions. @type {Record<string, string[]>} */
const FRAMES = {
  poof: ["7/7/1xo1x2/4o2/7/7/7", "7/7/1xoox2/4o2/7/7/7", "7/7/1x2x2/4o2/7/7/7"],
  five: ["7/7/1xxxx2/2oo3/3o3/7/7", "7/7/1xxxxx1/2oo3/3o3/7/7"], capture: ["7/7/1xoo3/3x3/7/7/7", "7/7/1xoox2/3x3/7/7/7", "7/7/1x2x2/3x3/7/7/7"],
  into: ["7/7/1xo1x2/4o2/7/7/7", "7/7/1xoox2/4o2/7/7/7"], keryo: ["7/7/1xooo2/3x3/7/7/7", "7/7/1xooox1/3x3/7/7/7", "7/7/1x3x1/3x3/7/7/7"],
  broken: ["2o4/2x4/1xxxxx1/7/2o4/7/7", "2o4/2x4/1xxxxx1/2o4/2o4/7/7", "2o4/7/1x1xxx1/2o4/2o4/7/7"],
  threes: ["7/3x3/3x3/1xx1o2/7/7/7", "7/3x3/3x3/1xx*o2/7/7/7"], exact: ["7/7/xxx1xx1/2oo3/7/7/7", "7/7/xxxxxx1/2oo3/7/7/7"], forbidden: ["7/3x3/3x3/1xx1o2/7/7/7", "7/3x3/3x3/1xx*o2/7/7/7"],
  overline: ["7/7/xxx1xx1/2oo3/7/7/7", "7/7/xxxxxx1/2oo3/7/7/7"], blocked: ["7/7/oxxxxxo/2oo3/7/7/7"], surrounded: ["3/1oo1/oxxo1/1o2/3", "3/1oo1/oxxo1/1oo1/3", "3/1oo1/o2o1/1oo1/3"],
};

/** Whether the exercises in captures are those of a game. @param {string} name */
export const hasExercises = (name) => name === "pente";

/** The lessons of a game. @param {string} name */
export const lessons = (name) => (LESSONS[name] ?? ["five"]).map((key) => ({ text: lessonText(key), frames: FRAMES[key] ?? [] }));
