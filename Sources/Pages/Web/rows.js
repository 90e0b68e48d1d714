/* A table of any length in a box that scrolls: only the rows in sight, and some around them, are elements. */

const overscan = 12;

/**
 * - `box`: the element that scrolls; `table`: its table, with a heading and an empty body.
 * - `makeRow(item)`: the `tr` of an item.
 *
 * A row that holds the focus stays, so that the keyboard's place in the list is never lost.
 */
const createRows = (box, table, makeRow) => {
  const body = table.tBodies[0];
  const [above, below] = [blankRow(table), blankRow(table)];
  const shown = new Map();
  let items = [];
  let height = 0;
  let limit = Infinity;

  const add = (index, before) => {
    const row = makeRow(items[index]);
    row.setAttribute("aria-rowindex", index + 2);
    shown.set(index, row);
    body.insertBefore(row, before);
  };

  const show = (first, end) => {
    for (const [index, row] of shown) {
      if ((index < first || index >= end) && !row.contains(document.activeElement)) {
        row.remove();
        shown.delete(index);
      }
    }
    let next = below;
    for (let index = end - 1; index >= first; index--) {
      if (!shown.has(index)) add(index, next);
      next = shown.get(index);
    }
    // A row that only stayed for its focus stands outside of what the blanks stand for.
    above.firstChild.style.height = `${Math.max(0, first * height)}px`;
    below.firstChild.style.height = `${Math.max(0, (items.length - end) * height)}px`;
  };

  const draw = () => {
    if (limit < Infinity) return show(0, Math.min(items.length, limit));
    const top = Math.max(0, box.scrollTop - table.tHead.offsetHeight);
    const first = Math.min(Math.floor(top / height), Math.max(0, items.length - 1));
    const count = Math.ceil(box.clientHeight / height);
    show(Math.max(0, first - overscan), Math.min(items.length, first + count + overscan));
  };

  const measure = () => {
    const sample = [...shown.values()][0];
    const now = sample ? sample.getBoundingClientRect().height : 0;
    if (now > 0 && Math.abs(now - height) > 0.01) {
      height = now;
      draw();
    }
  };

  const setItems = (list) => {
    items = list;
    for (const row of shown.values()) row.remove();
    shown.clear();
    table.setAttribute("aria-rowcount", items.length + 1);
    box.scrollTop = 0;
    if (height === 0 && items.length > 0) {
      height = 52;
      draw();
      measure();
    } else draw();
  };

  body.append(above, below);
  let isDue = false;
  box.addEventListener("scroll", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  });
  new ResizeObserver(() => {
    measure();
    draw();
  }).observe(box);

  /** All rows up to a number, as on paper; without one, those in sight. */
  const showAtMost = (count = Infinity) => {
    limit = count;
    draw();
  };
  return { setItems, showAtMost };
};

/** A row that stands for those which are not there. */
const blankRow = (table) => {
  const row = document.createElement("tr");
  row.className = "blank";
  row.setAttribute("aria-hidden", "true");
  row.append(Object.assign(document.createElement("td"), { colSpan: table.rows[0].cells.length }));
  return row;
};
