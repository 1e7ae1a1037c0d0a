// Pictures of the board as it is shown: turned, with labels, numbers and marks.

/** The width of a picture, in pixels. */
const WIDTH = 1200;

/** The properties of style that a picture needs. */
const STYLE = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order", "display"];

/** The board as SVG that needs no style sheet. @param {SVGSVGElement} board */
export function asSvg(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const [shown, made] = [board.querySelectorAll("*"), copy.querySelectorAll("*")];
  shown.forEach((element, index) => {
    const style = getComputedStyle(element);
    // As attributes: the policy of the page allows no inline style.
    for (const name of STYLE) {
      const value = style.getPropertyValue(name);
      if (value && value !== "normal") made[index].setAttribute(name, value);
    }
  });
  for (const element of [...copy.querySelectorAll(".cursor, .leaves, title")]) element.remove();
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const name of ["class", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(Math.round((WIDTH * height) / width)));
  return new XMLSerializer().serializeToString(copy);
}

/** A picture of the board, `svg` or `png`. @param {SVGSVGElement} board @param {string} kind @returns {Promise<Blob>} */
export async function picture(board, kind) {
  const text = new Blob([asSvg(board)], { type: "image/svg+xml" });
  if (kind === "svg") return text;
  const url = URL.createObjectURL(text);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser makes no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
