/* The index: filters by what runs have in common, and shows what is left as bars, totals and rows. */

const { unit, runs, facets, share_classes: classes } = JSON.parse(document.getElementById("data").textContent);
const everyRun = [...runs.id.keys()];
const mostOnPaper = 1000;

/* What is asked for; nothing is asked for where it is empty. */

const form = document.querySelector("form.controls");
const wanted = { name: "", share: "" };
for (const key of Object.keys(facets)) wanted[key] = "";

const lowerNames = runs.name.map((name) => name.toLowerCase());

/** The test of a run for one thing that is asked for. */
const testFor = (key, value) => {
  if (value === "") return () => true;
  if (key === "name") return (run) => lowerNames[run].includes(value.toLowerCase());
  if (key === "share") return (run) => runs.share_class[run] === Number(value);
  const place = facets[key].words.indexOf(value);
  return (run) => facets[key].of[run].includes(place);
};

const matching = (keys) => {
  const tests = keys.filter((key) => wanted[key] !== "").map((key) => testFor(key, wanted[key]));
  return everyRun.filter((run) => tests.every((test) => test(run)));
};

/* Bars. */

const bars = [...document.querySelectorAll(".histogram .bar")];

/** Bars are of what all else that is asked for leaves, so that another one can be pressed. */
const showBars = (list) => {
  const counts = bars.map(() => 0);
  for (const run of list) if (runs.share_class[run] !== null) counts[runs.share_class[run]] += 1;
  const highest = Math.max(1, ...counts);
  bars.forEach((bar, place) => {
    const [ground, value, text] = bar.querySelectorAll("rect.ground, rect.value, text");
    const base = Number(ground.getAttribute("height"));
    const height = counts[place] === 0 ? 0 : Math.max(2, Math.floor((counts[place] * 120) / highest));
    value.setAttribute("y", base - height);
    value.setAttribute("height", height);
    text.setAttribute("y", base - height - 5);
    text.textContent = counts[place] === 0 ? "" : grouped(counts[place]);
    bar.setAttribute("aria-label", `${classes[place]}: ${counted(counts[place], "run", "runs")}`);
    bar.setAttribute("aria-pressed", String(wanted.share === String(place)));
  });
};

const press = (bar) => ask("share", wanted.share === bar.dataset.place ? "" : bar.dataset.place);
for (const bar of bars) {
  bar.addEventListener("click", () => press(bar));
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(bar);
  });
}

/* Totals: sums of the runs' numbers, in the order in which the tool sums them. */

const totalOf = (list) => {
  const total = { runs: list.length, distance: 0, raw: 0, dropped: 0 };
  for (const run of list) {
    total.distance += runs.distance_m[run];
    total.raw += runs.raw_distance_m[run];
    total.dropped += runs.dropped[run];
  }
  return { ...total, share: total.raw > 0 ? (total.raw - total.distance) / total.raw : null };
};

const totalText = {
  runs: (value) => grouped(value),
  distance: (value) => distanceText(value, unit, 1),
  raw: (value) => distanceText(value, unit, 1),
  share: (value) => (value === null ? "–" : percent(value)),
  dropped: (value) => grouped(value),
};

const showTotals = (list) => {
  const table = document.getElementById("totals");
  const fill = (row, part) => {
    const total = totalOf(part);
    for (const cell of row.querySelectorAll("data")) {
      const value = total[cell.className];
      cell.value = value ?? "";
      cell.textContent = totalText[cell.className](value);
    }
    row.hidden = part.length === 0;
  };
  for (const row of table.tBodies[0].rows) {
    const place = Number(row.dataset.place);
    fill(row, list.filter((run) => facets.sport.of[run].includes(place)));
  }
  fill(table.tFoot.rows[0], list);
  table.tFoot.rows[0].hidden = false;
};

/* Rows. */

const distance = (value) => amount(value, (metres) => distanceText(metres, unit, 2));
const difference = (value) => amount(value, signedMetres);
const words = (key, run) => facets[key].of[run].map((place) => facets[key].words[place]);
const claim = (run) => runs.claims[run][0];
const size = (value) => (value === null || value === undefined ? null : Math.abs(value));

const nameCell = (run) => {
  const link = Object.assign(element("a", element("bdi", runs.name[run])), { href: `runs/${runs.id[run]}.html` });
  return [lines(link)];
};
const claimCell = (run) => {
  if (!claim(run)) return ["–"];
  const [by, theirs, more] = claim(run);
  const others = runs.claims[run].length > 1 ? `, +${runs.claims[run].length - 1}` : "";
  return [distance(theirs), element("small", difference(more), ` ${by}${others}`)];
};
const deviceCell = (run) =>
  runs.device_distance_m[run] === null
    ? ["–"] : [distance(runs.device_distance_m[run]), element("small", difference(runs.device_difference_m[run]))];

const columns = {
  name: { cell: nameCell, rank: (run) => runs.name[run] },
  date: { cell: (run) => [runs.date[run]], rank: (run) => (runs.date[run] === "–" ? null : run) },
  sport: { cell: (run) => [lines(...words("sport", run))], rank: (run) => words("sport", run)[0] },
  distance: { cell: (run) => [distance(runs.distance_m[run])], rank: (run) => runs.distance_m[run] },
  raw: { cell: (run) => [distance(runs.raw_distance_m[run])], rank: (run) => runs.raw_distance_m[run] },
  share: { cell: (run) => [amount(runs.not_counted_share[run], percent)], rank: (run) => runs.not_counted_share[run] },
  device: { cell: deviceCell, rank: (run) => size(runs.device_difference_m[run]) },
  service: { cell: claimCell, rank: (run) => size(claim(run)?.[2]) },
  diagnosis: {
    cell: (run) => [lines(words("diagnosis", run).join(", ") || "–")], rank: (run) => words("diagnosis", run).length,
  },
  set: { cell: (run) => [lines(runs.set[run])], rank: (run) => runs.set[run] },
};

const figures = [runs.distance_m, runs.raw_distance_m, runs.device_distance_m, everyRun.map((run) => claim(run)?.[1])]
  .flatMap((values) => values.filter(Number.isFinite));
const digits = figures.reduce((most, metres) => Math.max(most, distanceText(metres, unit, 2).length), 0);
document.getElementById("runs").style.setProperty("--digits", digits);

const rows = createSortedRows(document.querySelector(".rows"), document.getElementById("runs"), columns, "date");

/* Together. */

const show = () => {
  const list = matching(Object.keys(wanted));
  showBars(matching(Object.keys(wanted).filter((key) => key !== "share")));
  showTotals(list);
  rows.setItems(list);
  document.getElementById("shown").textContent =
    list.length === everyRun.length
      ? `All ${counted(list.length, "run", "runs")}`
      : `${grouped(list.length)} of ${counted(everyRun.length, "run", "runs")}`;
};

/** Asks for something else; the address keeps it, for who comes back from a run. */
const ask = (key, value) => {
  wanted[key] = value;
  const parts = Object.entries(wanted).filter(([, value]) => value !== "");
  history.replaceState(null, "", `#${new URLSearchParams(parts)}`);
  show();
};

form.addEventListener("input", (event) => ask(event.target.name, event.target.value));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => {
  for (const key of Object.keys(wanted)) wanted[key] = "";
  ask("name", "");
});
addEventListener("beforeprint", () => rows.showAtMost(mostOnPaper));
addEventListener("afterprint", () => rows.showAtMost());

for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
  const isKnown = facets[key] ? facets[key].words.includes(value) : key in wanted;
  if (!isKnown) continue;
  wanted[key] = value;
  if (form.elements[key]) form.elements[key].value = value;
}
show();
