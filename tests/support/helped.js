// Uses the helps of a page as a reader does, in the only frame there is, and leaves what is seen afterwards.
addEventListener("load", () => {
  const view = document.querySelector("iframe").contentWindow, page = view.document, found = {};
  const all = (selector, inside = page) => [...inside.querySelectorAll(selector)];
  const words = (cell) => [...cell.childNodes].filter((node) => node.nodeName !== "BUTTON").map((node) => node.textContent).join("").trim().replace(/\s+/g, " ");
  const seen = (element) => element.getClientRects().length > 0;

  const table = all("#costs table").find((one) => one.tBodies[0].rows.length > 2);
  const column = (number) => [...table.tBodies[0].rows].map((row) => words(row.cells[number]));
  const heading = table.tHead.rows[0].cells[1];
  found.before = column(0);
  heading.click();
  found.descending = column(1);
  heading.click();
  found.ascending = column(1);
  heading.click();
  found.after = column(0);

  Object.defineProperty(view.navigator, "clipboard", {
    value: { writeText: (text) => { found.copied = text.split("\n"); return Promise.resolve(); } },
  });
  table.querySelector(".tool").click();
  found.rows = [...table.rows].map((row) => [...row.cells].map(words).join("\t"));

  const stops = all("th, .tool", table.tHead).filter((one) => one.tabIndex === 0);
  found.stops = stops.length;
  stops[0].focus();
  for (const key of ["ArrowRight", "ArrowRight"]) {
    page.activeElement.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true }));
  }
  found.reached = [words(page.activeElement), words(heading)];
  const skip = page.querySelector("a.skip");
  found.skips = all(skip.getAttribute("href")).length;

  const chips = all(".persons .tool");
  found.persons = chips.map(words);
  const shown = () => all("#costs tbody tr").filter(seen).map((row) => words(row.cells[0])).filter((name) => found.persons.includes(name));
  found.all = shown();
  chips[0].click();
  found.only = shown();
  chips[0].click();
  found.again = shown();

  const svg = all("#result .drawing svg").find(seen);
  const label = all("text", svg).find((text) => /^\d+$/.test(text.textContent.trim()) && text.getAttribute("text-anchor") === "middle");
  const [box, below] = [svg.getBoundingClientRect(), label.getBoundingClientRect()];
  const place = { clientX: below.left + below.width / 2, clientY: box.top + box.height / 2, bubbles: true };
  svg.dispatchEvent(new view.PointerEvent("pointermove", place));
  const tip = page.querySelector(".tip");
  found.label = label.textContent.trim();
  found.tip = seen(tip) ? all("div", tip).map((line) => line.textContent) : [];
  svg.dispatchEvent(new view.PointerEvent("pointerleave"));
  found.gone = !seen(tip);
  document.querySelector("iframe").remove();
  document.getElementById("found").textContent = JSON.stringify(found);
});
