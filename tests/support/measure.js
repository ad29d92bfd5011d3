// Measures a page as a browser lays it out: returns what is wrong with it, one entry per fault, and its folded height.
//
// `view` is the window of a frame as wide as the screen that is looked at. Everything folded is opened before faults are looked for.
function measure(view) {
  const page = view.document, root = page.documentElement, faults = [];
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const place = (element) => {
    const names = [];
    for (let at = element; at && at !== page.body && names.length < 6; at = at.parentElement) {
      names.unshift(at.tagName.toLowerCase() + (at.id ? "#" + at.id : at.classList[0] ? "." + at.classList[0] : ""));
    }
    return names.join(" > ");
  };
  const fault = (kind, element, words) => faults.push(`${kind}: ${words} in ${place(element)}`);
  const height = root.scrollHeight;

  page.querySelectorAll("details").forEach((one) => { one.open = true; });
  // What scrolls by itself up and down is laid out in full, so that all of it can be looked at.
  const all = page.createElement("style");
  all.textContent = "* { max-height: none !important; }";
  page.head.append(all);
  view.frameElement.style.height = root.scrollHeight + 200 + "px";

  const parsed = (colour) => {
    const numbers = (colour.match(/[\d.]+/g) || []).map(Number);
    const scale = colour.startsWith("color(") ? 255 : 1;
    const [red, green, blue, alpha = 1] = numbers;
    return { rgb: [red * scale, green * scale, blue * scale], alpha: colour === "none" || colour === "transparent" ? 0 : alpha };
  };
  const over = (top, alpha, below) => top.map((one, index) => one * alpha + below[index] * (1 - alpha));
  const luminance = (rgb) => {
    const linear = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  // What is painted behind a text, from the front to the back: in a drawing what lies there, elsewhere what it is part of.
  const behind = (text, x, y) => {
    const layers = text.closest("svg") ? page.elementsFromPoint(x, y) : [];
    if (layers.includes(text)) return layers.slice(layers.indexOf(text) + 1);
    const parts = [];
    for (let at = text; at; at = at.parentElement) parts.push(at);
    return parts;
  };
  const ground = (text, x, y) => {
    let colour = [255, 255, 255];
    for (const layer of behind(text, x, y).reverse()) {
      const style = view.getComputedStyle(layer);
      const shape = layer instanceof view.SVGGeometryElement;
      if (layer instanceof view.SVGElement && !shape && layer.tagName !== "svg") continue;
      const painted = parsed(shape ? style.fill : style.backgroundColor);
      const opacity = Number(style.opacity) * (shape ? Number(style.fillOpacity) : 1);
      colour = over(painted.rgb, painted.alpha * opacity, colour);
    }
    return colour;
  };

  if (root.scrollWidth > view.innerWidth) faults.push(`body: ${root.scrollWidth} px on ${view.innerWidth}`);

  const walker = page.createTreeWalker(page.body, view.NodeFilter.SHOW_TEXT);
  const drawn = new Map();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.parentElement;
    if (!node.data.trim() || !text.checkVisibility() || ["SCRIPT", "STYLE"].includes(text.tagName)) continue;
    const range = page.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const style = view.getComputedStyle(text), picture = text.closest("svg");
    const scale = picture && text.getScreenCTM ? Math.abs(text.getScreenCTM().a) : 1;
    const size = parseFloat(style.fontSize) * scale;
    if (size < 10.95) fault("small", text, `${size.toFixed(1)} px "${short(node.data)}"`);
    const first = range.getClientRects()[0];
    const [x, y] = [first.left + first.width / 2, first.top + first.height / 2];
    const ink = parsed(picture ? style.fill : style.color);
    const back = ground(text, x, y);
    const ratio = contrast(over(ink.rgb, ink.alpha, back), back);
    if (ratio < 4.45) fault("contrast", text, `${ratio.toFixed(2)} "${short(node.data)}"`);
    if (picture) {
      const frame = picture.getBoundingClientRect();
      const outside = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
      if (outside > 1.5) fault("cut", text, `by ${outside.toFixed(0)} px "${short(node.data)}"`);
      if (!drawn.has(picture)) drawn.set(picture, []);
      drawn.get(picture).push([box, text, node.data]);
    }
  }
  for (const labels of drawn.values()) {
    labels.forEach(([one, text, words], index) => labels.slice(0, index).forEach(([other, , others]) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 2 && high > 4) fault("overlap", text, `"${short(words)}" and "${short(others)}"`);
    }));
  }

  for (const element of page.body.querySelectorAll("*")) {
    if (element instanceof view.SVGElement || !element.checkVisibility()) continue;
    const style = view.getComputedStyle(element);
    const sideways = style.overflowX === "auto" || style.overflowX === "scroll";
    if (!sideways && style.display !== "inline" && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 2) {
      fault("wide", element, `${element.scrollWidth} px in ${element.clientWidth}, "${short(element.textContent)}"`);
    }
  }

  for (const link of page.querySelectorAll("a[href]")) {
    const target = link.getAttribute("href");
    if (!target.startsWith("#")) continue;
    const found = page.getElementById(decodeURIComponent(target.slice(1)));
    if (!found || !found.getClientRects().length) fault("link", link, `${target} leads nowhere`);
  }
  return { height, faults };
}

// Every frame by its name, once all of them are there.
addEventListener("load", () => {
  const found = {};
  const frames = [...document.querySelectorAll("iframe")];
  for (const frame of frames) found[frame.dataset.name] = measure(frame.contentWindow);
  frames.forEach((frame) => frame.remove());
  document.getElementById("found").textContent = JSON.stringify(found);
});
