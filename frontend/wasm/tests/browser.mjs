// The package in a headless browser: serves it, opens a page that runs the cases, and prints what the page reports.
// Usage: node browser.mjs FOLDER BROWSER

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const [folder, browser] = process.argv.slice(2);
const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, "http://page").pathname);
  if (request.method === "POST") {
    const parts = [];
    for await (const part of request) parts.push(part);
    response.end();
    return void report(Buffer.concat(parts).toString());
  }
  try {
    const bytes = await readFile(path.startsWith("/tests/") ? join(here, path.slice(7)) : join(folder, path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "", "content-security-policy": policy }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const profile = await mkdtemp(join(tmpdir(), "browser-"));
const page = `http://127.0.0.1:${server.address().port}/tests/page.html`;
const options = ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, page];
const running = spawn(browser, options, { stdio: "ignore", detached: true });
running.on("error", ({ message }) => end(`the browser cannot be started: ${message}`));
const late = setTimeout(() => end("the page reports nothing"), 300_000);

/** A line of the page: of a case, or the last one. */
function report(text) {
  console.log(text);
  if (text.startsWith("failed")) process.exitCode = 1;
  if (text === "done") end();
}

async function end(failure) {
  clearTimeout(late);
  if (failure) {
    console.error(failure);
    process.exitCode = 1;
  }
  server.close();
  if (running.pid) {
    process.kill(-running.pid, "SIGKILL");
    await new Promise((resolve) => running.once("exit", resolve));
  }
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
