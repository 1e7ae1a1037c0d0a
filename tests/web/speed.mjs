// How the page feels: the time from a click to the first candidate, frames while analysis streams, bytes loaded.
// tests/web/run.sh does not run it: MODULES=target/web-tests NINUKI=target/release/ninuki node tests/web/speed.mjs

import { Board, launch, serve } from "./harness.mjs";

const [server, browser] = [await serve(), await launch()];
const board = await Board.open(browser, server.address, { moves: "K10.L11.G10" });
const bytes = await board.page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).reduce((sum, entry) => sum + entry.encodedBodySize, 0));
await board.page.keyboard.press("Space");
await board.page.waitForSelector(".candidate");
await board.page.evaluate(() => {
  window.frames_ = [];
  let before = performance.now();
  const frame = (now) => { window.frames_.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  // A click is answered when its stone and a candidate of the position after it are in the same frame.
  window.firsts = [];
  let clicked = 0;
  let shown = "";
  const current = () => document.querySelector(".tree [aria-current]").textContent;
  document.querySelector(".board").addEventListener("pointerup", () => { [clicked, shown] = [performance.now(), current()]; }, true);
  const look = (now) => {
    if (clicked && current() !== shown && document.querySelector(".candidate")) { window.firsts.push(performance.now() - clicked); clicked = 0; }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
for (const name of ["M12", "N13", "H8", "J7", "F9", "E8", "M8", "N9", "K13", "L14"]) {
  await board.click(name);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}
const { frames, firsts } = await board.page.evaluate(() => ({ frames: window.frames_.slice(5).sort((a, b) => a - b), firsts: window.firsts.sort((a, b) => a - b) }));
const share = (list, part) => list[Math.floor(part * (list.length - 1))].toFixed(1);
console.log(`bytes on the way ${bytes}`);
console.log(`first candidate, ms: median ${share(firsts, 0.5)}, most ${share(firsts, 1)}, of ${firsts.length}`);
console.log(`frames, ms: median ${share(frames, 0.5)}, 95 % ${share(frames, 0.95)}, 99 % ${share(frames, 0.99)}, most ${share(frames, 1)}, of ${frames.length}`);
await browser.close();
await server.close();
