/* The ledger: all fixes or those of one verdict, of which only the rows in sight are in the document. */

const rowHeight = 28;

/** What stands in each column; on a phone there is room for the first four. */
const ledgerColumns = (fixes, data) => [
  { title: "Fix", isNumber: true, text: (i) => String(fixes.seq[i]) },
  { title: "Time", text: (i) => clockText(fixes.time[i], data.offset) },
  { title: "Verdict", text: (i) => data.verdicts[fixes.verdict[i]].words, isVerdict: true },
  { title: "Moved", isNumber: true, text: (i) => figureText(fixes.moved[i], "m") },
  { title: "In", isNumber: true, text: (i) => secondsText(fixes.after[i]) },
  { title: "Speed", isNumber: true, text: (i) => figureText(fixes.speed[i], "m/s") },
];

/** Tells the sheet how many digits wide each column's widest text is: rows that are not in the document have
    no say in a column's width, and no figure may be cut. */
const setColumnWidths = (element, columns, fixes) => {
  for (const { title, text, isVerdict } of columns) {
    if (isVerdict) continue;
    const widest = fixes.seq.reduce((most, _, i) => Math.max(most, text(i).length), title.length);
    element.style.setProperty(`--${title.toLowerCase()}`, widest + 0.6);
  }
};

const markPicture = ({ colour: name, shape }) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-8 -8 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  path.setAttribute("d", shape);
  const paint = shape.endsWith("Z") ? `fill: var(${name})` : `fill: none; stroke-width: 2; stroke: var(${name})`;
  path.setAttribute("style", paint);
  return svg;
};

const createLedger = (element, { fixes, data, cursor, filter }) => {
  const columns = ledgerColumns(fixes, data);
  setColumnWidths(element, columns, fixes);
  const tests = { all: () => true, dropped: fixes.isDropped };
  let rows = [];

  const part = (parent, role, className) => {
    const made = parent.appendChild(document.createElement("div"));
    made.setAttribute("role", role);
    made.className = className;
    return made;
  };
  const head = part(part(element, "rowgroup", "head"), "row", "row");
  head.setAttribute("aria-rowindex", "1");
  for (const { title, isNumber } of columns) part(head, "columnheader", isNumber ? "number" : "").textContent = title;
  const body = part(element, "rowgroup", "rows");
  body.tabIndex = 0;
  body.setAttribute("aria-label", "Fixes");
  const space = part(body, "presentation", "space");

  const rowOf = (index) => {
    const i = rows[index];
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    row.className = "row";
    row.dataset.position = i;
    row.setAttribute("aria-rowindex", String(index + 2));
    row.style.top = `${index * rowHeight}px`;
    if (i === cursor.position) row.setAttribute("aria-current", "true");
    for (const { text, isNumber, isVerdict } of columns) {
      const cell = part(row, "cell", isNumber ? "number" : "");
      if (isVerdict) cell.append(markPicture(data.verdicts[fixes.verdict[i]]));
      const words = isVerdict ? cell.appendChild(document.createElement("span")) : cell;
      words.append(text(i));
      if (isVerdict) words.title = text(i);
    }
    return row;
  };

  const draw = () => {
    const first = Math.max(0, Math.floor(body.scrollTop / rowHeight) - 4);
    const last = Math.min(rows.length, Math.ceil((body.scrollTop + body.clientHeight) / rowHeight) + 4);
    space.replaceChildren(...Array.from({ length: Math.max(0, last - first) }, (_, offset) => rowOf(first + offset)));
  };

  const show = () => {
    const index = nearestTo(cursor.position, rows);
    const top = index * rowHeight;
    const isInSight = top >= body.scrollTop && top + rowHeight <= body.scrollTop + body.clientHeight;
    if (rows.length > 0 && !isInSight) body.scrollTop = top - body.clientHeight / 2 + rowHeight / 2;
    draw();
  };

  const select = () => {
    const isWanted = tests[filter.value] ?? ((i) => fixes.verdict[i] === Number(filter.value));
    rows = fixes.seq.map((_, i) => i).filter(isWanted);
    element.setAttribute("aria-rowcount", String(rows.length + 1));
    space.style.height = `${rows.length * rowHeight}px`;
    show();
  };

  /** On paper the dropped fixes, all at once. */
  const mostOnPaper = 400;
  let beforePrint = "all";
  addEventListener("beforeprint", () => {
    beforePrint = filter.value;
    filter.value = "dropped";
    select();
    rows = rows.slice(0, mostOnPaper);
    space.style.height = `${rows.length * rowHeight}px`;
    space.replaceChildren(...rows.map((_, index) => rowOf(index)));
  });
  addEventListener("afterprint", () => {
    filter.value = beforePrint;
    select();
  });

  body.addEventListener("scroll", draw);
  body.addEventListener("click", (event) => {
    const row = event.target.closest("[data-position]");
    if (row) cursor.go(Number(row.dataset.position));
  });
  body.addEventListener("keydown", (event) => {
    const ways = {
      ArrowUp: () => rows.findLast((i) => i < cursor.position),
      ArrowDown: () => rows.find((i) => i > cursor.position),
    };
    if (!ways[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    cursor.go(ways[event.key]() ?? cursor.position);
  });
  filter.addEventListener("change", select);
  new ResizeObserver(draw).observe(body);
  cursor.follow(show);
  select();
};
