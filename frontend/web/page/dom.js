// Elements, made in one line. Texts are always texts: nothing that is shown is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function give(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement & any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  give(element, attributes);
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement & any}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  give(element, attributes);
  element.append(...children);
  return element;
}

/**
 * A button with words.
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export const button = (label, onclick, attributes = {}) => h("button", { type: "button", onclick, ...attributes }, label);

/**
 * A button with a sign; its name is for those who do not see it, and a tip for those who do.
 * @param {string} sign
 * @param {string} name
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export const icon = (sign, name, onclick, attributes = {}) =>
  h("button", { type: "button", class: "icon", title: name, "aria-label": name, onclick, ...attributes }, sign);

/**
 * The options of a choice.
 * @param {[string | number, string][]} entries
 * @param {string | number} value
 */
export const options = (entries, value) => entries.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text));

/**
 * A choice among values.
 * @param {string} name
 * @param {[string | number, string][]} entries
 * @param {string | number} value
 * @param {(value: string) => void} onchange
 * @param {Record<string, any>} [attributes]
 */
export const select = (name, entries, value, onchange, attributes = {}) =>
  h("select", { "aria-label": name, onchange: (/** @type {any} */ event) => onchange(event.target.value), ...attributes }, ...options(entries, value));

/**
 * A box to tick, with words.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} onchange
 */
export const check = (label, value, onchange) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", checked: value, onchange: (/** @type {any} */ event) => onchange(event.target.checked) }), label);

/**
 * A choice with words before it.
 * @param {string} label
 * @param {Node} control
 */
export const field = (label, control) => h("label", { class: "field" }, h("span", {}, label), control);

/** Loads a style sheet once. @param {string} href */
export function sheet(href) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
}
