// Runs the cases in the browser and reports them to the server.

import { Ninuki } from "/index.js";
import { build } from "/engine.js";
import { cases, hostile } from "./cases.mjs";

const report = (text) => fetch("/report", { method: "POST", body: text });

async function run(name, holds) {
  try {
    await holds();
    await report(`ok ${name}`);
  } catch (error) {
    await report(`failed ${name}: ${error.stack}`);
  }
}

await report(`${navigator.userAgent} takes ${build()}`);
const ninuki = await Ninuki.start({ hash: 8 });
for (const [name, holds] of cases({ Ninuki })) await run(name, () => holds(ninuki));
await run("hostile messages", async () => {
  const worker = new Worker("/worker.js?hash=4", { type: "module" });
  await hostile(worker, (take) => worker.addEventListener("message", ({ data }) => take(data)));
  worker.terminate();
});
await report("done");
