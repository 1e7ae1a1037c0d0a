// Documents in the browser's database: the head of each, and its nodes in pieces, so that a change writes little.

import { changedPieces, isWhole, pieces, VERSION } from "./document.js";

/** @typedef {import("./document.js").Saved} Saved */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {Awaited<ReturnType<typeof openStorage>>} Storage */

const NAME = "ninuki";

/** The result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** The end of a transaction. @param {IDBTransaction} transaction @returns {Promise<void>} */
const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the browser stores nothing"));
});

/** The keys of the pieces of a document. @param {string} id */
const piecesOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Opens the database. Fails where the browser has none. */
export async function openStorage() {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("heads", { keyPath: "id" });
    opening.result.createObjectStore("pieces");
  };
  const database = await result(opening);
  database.onversionchange = () => database.close();
  /** @type {Map<string, Tree>} The trees as they are stored. */
  const known = new Map();

  /** @param {IDBTransactionMode} mode */
  const begin = (mode) => database.transaction(["heads", "pieces"], mode);

  /** Stores a document. @param {Saved} head @param {Tree} tree */
  function save(head, tree) {
    const transaction = begin("readwrite");
    const [heads, nodes] = [transaction.objectStore("heads"), transaction.objectStore("pieces")];
    const all = pieces(tree);
    const before = known.get(head.id) ?? null;
    heads.put(head);
    for (const index of changedPieces(before, tree)) nodes.put(all[index], [head.id, index]);
    if (!before || before.length > tree.length) nodes.delete(IDBKeyRange.bound([head.id, all.length], [head.id, Infinity]));
    known.set(head.id, tree);
    const stored = done(transaction);
    stored.catch(() => known.delete(head.id));
    return stored;
  }

  /** A stored document; null if there is none, or if it is damaged. @param {string} id @returns {Promise<{ head: Saved, tree: Tree } | null>} */
  async function load(id) {
    const transaction = begin("readonly");
    const [head, stored] = await Promise.all([
      result(transaction.objectStore("heads").get(id)), result(transaction.objectStore("pieces").getAll(piecesOf(id))),
    ]);
    const tree = stored.flat();
    if (!head || head.version !== VERSION || tree.length !== head.nodes || !isWhole(tree) || !tree[head.at]) return null;
    known.set(id, tree);
    return { head, tree };
  }

  /** All documents, the newest first. @returns {Promise<Saved[]>} */
  async function list() {
    const heads = await result(begin("readonly").objectStore("heads").getAll());
    return heads.filter(({ version }) => version === VERSION).sort((one, other) => other.changed - one.changed);
  }

  /** @param {string} id */
  function remove(id) {
    const transaction = begin("readwrite");
    transaction.objectStore("heads").delete(id);
    transaction.objectStore("pieces").delete(piecesOf(id));
    known.delete(id);
    return done(transaction);
  }

  return { save, load, list, remove };
}
