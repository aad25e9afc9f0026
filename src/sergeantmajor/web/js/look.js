// How the page looks, before anything is drawn: a classic script in the head, so that a dark theme
// never flashes light. `settings.js` writes what is read here.
(() => {
  const root = document.documentElement;
  /** @type {Record<string, string>} */
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem("look") || "{}") || {};
  } catch {
    // Storage is switched off or holds something else: the page looks as it comes.
  }
  for (const name of ["theme", "deck", "index"]) {
    const value = look[name];
    if (typeof value === "string" && value !== "system") root.dataset[name] = value;
  }
})();
