// New versions of the installed page: told, and loaded when a person wants it.

/**
 * Keeps the page for when there is no network, and announces new versions.
 * @param {string} script  of the service worker
 * @param {(load: () => void) => void} onUpdate  called with a function that loads the new version
 */
export async function watchUpdates(script, onUpdate) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registration = await serviceWorker.register(script);
  let isWanted = false;
  serviceWorker.addEventListener("controllerchange", () => { if (isWanted) location.reload(); });
  const tell = () => {
    const { waiting } = registration;
    // The first version needs no word.
    if (!waiting || !serviceWorker.controller) return;
    onUpdate(() => {
      isWanted = true;
      waiting.postMessage("load");
    });
  };
  tell();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => { if (installing.state === "installed") tell(); });
  });
}
