// Runs the module named on the command line: gives it a clock, and prints what it says.
import { readFile } from "node:fs/promises";

const module = await readFile(process.argv[2]);
const decoder = new TextDecoder();
const host = {
  now: () => performance.now(),
  say: (text, length) => console.log(decoder.decode(new Uint8Array(memory.buffer, text, length))),
};
const { instance } = await WebAssembly.instantiate(module, { host });
const { memory, run } = instance.exports;
process.exitCode = run() ? 0 : 1;
