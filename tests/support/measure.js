// Measures a page as a browser lays it out: returns what is wrong with it, one entry per fault, its folded height, and how many of its rules
// are for the dark alone.
//
// `view` is the window of a frame as wide as the screen that is looked at. Everything folded is opened before faults are looked for. Colours
// are looked at in the light and in the dark, everything else once: in the dark nothing may stand elsewhere. What is asked of an element
// again and again is kept, for a browser takes its time.
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

  // The rules for the dark, which hold or do not hold as it is wanted.
  const dark = (rules) => [...rules].flatMap((rule) => {
    const inside = rule.cssRules ? dark(rule.cssRules) : [];
    return rule.media && rule.media.mediaText.includes("prefers-color-scheme: dark") ? [rule, ...inside] : inside;
  });
  const schemed = [...page.styleSheets].flatMap((sheet) => dark(sheet.cssRules));
  const light = (wanted) => schemed.forEach((rule) => { rule.media.mediaText = wanted ? "(max-width: 0px)" : "(min-width: 0px)"; });
  light(true);

  const kept = (of) => {
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, of(element));
      return known.get(element);
    };
  };
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
  // What an element paints: its colour and how much of it; nothing where it is no more than a part of a drawing.
  const paint = (layer) => {
    const style = view.getComputedStyle(layer);
    const shape = layer instanceof view.SVGGeometryElement;
    if (layer instanceof view.SVGElement && !shape && layer.tagName !== "svg") return null;
    const { rgb, alpha } = parsed(shape ? style.fill : style.backgroundColor);
    return { rgb, alpha: alpha * Number(style.opacity) * (shape ? Number(style.fillOpacity) : 1) };
  };
  // What is painted behind a text: in a drawing what lies there, from the back to the front; elsewhere what it is part of.
  const contrasts = (scheme, texts) => {
    const painted = kept(paint);
    const on = (layer, below) => {
      const paint = painted(layer);
      return paint ? over(paint.rgb, paint.alpha, below) : below;
    };
    const within = kept((element) => on(element, element.parentElement ? within(element.parentElement) : [255, 255, 255]));
    const inks = kept((text) => {
      const style = view.getComputedStyle(text);
      return parsed(text.closest("svg") ? style.fill : style.color);
    });
    for (const { text, words, layers } of texts) {
      const ink = inks(text);
      const back = layers ? layers.reduceRight((below, layer) => on(layer, below), [255, 255, 255]) : within(text);
      const ratio = contrast(over(ink.rgb, ink.alpha, back), back);
      if (ratio < 4.45) fault("contrast", text, `${ratio.toFixed(2)} in the ${scheme} "${short(words)}"`);
    }
  };

  if (root.scrollWidth > view.innerWidth) faults.push(`body: ${root.scrollWidth} px on ${view.innerWidth}`);

  const walker = page.createTreeWalker(page.body, view.NodeFilter.SHOW_TEXT);
  const drawn = new Map(), texts = [];
  const seen = kept((text) => text.checkVisibility() && !["SCRIPT", "STYLE"].includes(text.tagName));
  const pictured = kept((text) => text.closest("svg"));
  const sized = kept((text) => {
    const scale = pictured(text) && text.getScreenCTM ? Math.abs(text.getScreenCTM().a) : 1;
    return parseFloat(view.getComputedStyle(text).fontSize) * scale;
  });
  const range = page.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.parentElement;
    if (!node.data.trim() || !seen(text)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const picture = pictured(text), size = sized(text);
    if (size < 10.95) fault("small", text, `${size.toFixed(1)} px "${short(node.data)}"`);
    let layers = null;
    if (picture) {
      const first = range.getClientRects()[0];
      const found = page.elementsFromPoint(first.left + first.width / 2, first.top + first.height / 2);
      if (found.includes(text)) layers = found.slice(found.indexOf(text) + 1);
      const frame = picture.getBoundingClientRect();
      const outside = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);
      if (outside > 1.5) fault("cut", text, `by ${outside.toFixed(0)} px "${short(node.data)}"`);
      if (!drawn.has(picture)) drawn.set(picture, []);
      drawn.get(picture).push([box, text, node.data]);
    }
    texts.push({ text, words: node.data, layers });
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
  contrasts("light", texts);
  const size = () => `${root.scrollWidth} by ${Math.round(root.getBoundingClientRect().height)} px`;
  const lit = size();
  light(false);
  contrasts("dark", texts);
  if (size() !== lit) faults.push(`dark: ${size()} instead of ${lit}`);
  return { height, faults, dark: schemed.length };
}

// Every frame by its name, once all of them are there.
addEventListener("load", () => {
  const found = {};
  const frames = [...document.querySelectorAll("iframe")];
  for (const frame of frames) {
    found[frame.dataset.name] = measure(frame.contentWindow);
    frame.remove();
  }
  document.getElementById("found").textContent = JSON.stringify(found);
});
