// The location of the engine. The static site replaces this file.

/** @type {{ kind: "socket" | "worker", path: string, begun?: Worker[] }} `begun` has a worker that loads already. */
export const engine = { kind: "socket", path: "engine" };

/** @type {string | null} A script that keeps the page for when there is no network. */
export const offline = null;
