// Keeps the site for when there is no network. `version` and `files` come before this.

/** A module with one instruction of SIMD, as engine/engine.js has it. */
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
const hasSimd = WebAssembly.validate(new Uint8Array(PROBE));
/** Whether this machine uses a file: it runs the modules with SIMD, or the others. */
const isUsed = (/** @type {string} */ file) => !file.endsWith(".wasm") || file.endsWith("-simd.wasm") === hasSimd;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files.filter(isUsed))));
});

// A new version waits until the page asks for it, or until no page is open.
self.addEventListener("message", ({ data }) => { if (data === "load") self.skipWaiting(); });

self.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== version).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => self.clients.claim()));
});

/** What is kept for a request. What a script is asked for, as worker.js?full, it learns from its own address. */
async function kept(request) {
  const cache = await caches.open(version);
  return await cache.match(request) ?? cache.match(request, { ignoreSearch: true });
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(kept(event.request).then((response) => response ?? fetch(event.request)));
});
