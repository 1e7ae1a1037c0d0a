// Keeps the site for when there is no network. `version` and `files` come before this.

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== version).map((name) => caches.delete(name)));
  event.waitUntil(old().then(() => self.clients.claim()));
});

/** What is kept for a request. What a script is asked for, as worker.js?full, it learns from its own address. */
const kept = async (request) => await caches.match(request) ?? caches.match(request, { ignoreSearch: true });

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(kept(event.request).then((response) => response ?? fetch(event.request)));
});
