/* A table of any length whose headings sort it. */

const element = (name, ...content) => {
  const made = document.createElement(name);
  made.append(...content);
  return made;
};
const lines = (...content) => Object.assign(element("div", ...content), { className: "lines" });
const amount = (value, text) => (value === null ? "–" : Object.assign(element("data", text(value)), { value }));

const collator = new Intl.Collator();

/**
 * - `box`, `table`: as of `createRows`; a heading holds a button with the key of its column.
 * - `columns`: by key, what stands in an item's `cell`, and the `rank` it is sorted by; null stands last.
 * - `first`: the key that sorts to begin with, the highest first.
 *
 * What sorts by size begins with the largest, words with the first.
 */
const createSortedRows = (box, table, columns, first) => {
  const headings = [...table.tHead.rows[0].cells];
  const keys = headings.map((heading) => heading.firstChild.dataset.column);
  const order = { key: first, isDown: true };
  let items = [];

  const makeRow = (item) => {
    const row = document.createElement("tr");
    keys.forEach((key, index) => {
      const cell = element(index === 0 ? "th" : "td", ...columns[key].cell(item));
      if (index === 0) cell.scope = "row";
      if (headings[index].classList.contains("number")) cell.className = "number";
      row.append(cell);
    });
    return row;
  };

  const compare = (left, right) => (typeof left === "string" ? collator.compare(left, right) : left - right);
  const sorted = () => {
    const { rank } = columns[order.key];
    const sign = order.isDown ? -1 : 1;
    return items
      .map((item) => ({ item, rank: rank(item) }))
      .sort((left, right) => {
        if (left.rank === null || right.rank === null) return (left.rank === null) - (right.rank === null);
        return sign * compare(left.rank, right.rank);
      })
      .map(({ item }) => item);
  };

  const rows = createRows(box, table, makeRow);
  const show = () => {
    headings.forEach((heading, index) => {
      if (keys[index] === order.key) heading.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    });
    rows.setItems(sorted());
  };

  headings.forEach((heading, index) => {
    const key = keys[index];
    heading.firstChild.addEventListener("click", () => {
      const isText = items.some((item) => typeof columns[key].rank(item) === "string");
      order.isDown = order.key !== key ? !isText : !order.isDown;
      order.key = key;
      show();
    });
  });

  const setItems = (list) => {
    items = list;
    show();
  };
  return { setItems, showAtMost: rows.showAtMost };
};
