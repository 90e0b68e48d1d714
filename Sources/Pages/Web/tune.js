/* The page of a search for constants: the table of runs; all else stands in the page already. */

const { unit, runs } = JSON.parse(document.getElementById("data").textContent);
const mostOnPaper = 1000;

const small = (...content) => element("small", ...content);
const distance = (value) => amount(value, (metres) => distanceText(metres, unit));
const error = (value) => amount(value, (hundredths) => signedPercent(hundredths / 100));
const size = (value) => (value === null ? null : Math.abs(value));

/** "10.000 to 10.010 km", "10.000 km", "from 10.000 km". */
const truthCell = (run) => {
  const [lower, upper] = [runs.lower_m[run], runs.upper_m[run]];
  if (lower === null) return ["–"];
  if (upper === null) return ["from ", distance(lower)];
  if (upper === lower) return [distance(lower)];
  return [amount(lower, (metres) => grouped(metres / units[unit], 3)), " to ", distance(upper)];
};

/** A distance with its error, sorted by the size of that. */
const measured = (set) => ({
  cell: (run) => [distance(runs[`${set}_distance_m`][run]), small(error(runs[`${set}_error_percent`][run]))],
  rank: (run) => size(runs[`${set}_error_percent`][run]),
});

const word = (key) => ({ cell: (run) => [lines(element("bdi", runs[key][run] || "–"))], rank: (run) => runs[key][run] || null });

const rows = createSortedRows(
  document.querySelector(".rows"),
  document.getElementById("runs"),
  {
    name: {
      cell: (run) => [lines(element("bdi", runs.name[run])), small(runs.id[run].slice(0, 8))],
      rank: (run) => runs.name[run],
    },
    date: { cell: (run) => [runs.date[run]], rank: (run) => (runs.date[run] === "–" ? null : runs.date[run]) },
    route: { cell: (run) => [runs.route[run].slice(0, 8)], rank: (run) => runs.route[run] },
    kinds: word("kinds"),
    truth: { cell: truthCell, rank: (run) => runs.lower_m[run] },
    base: measured("base"),
    best: measured("unseen"),
    sport: word("sport"),
    device: word("device"),
    sampling: {
      cell: (run) => [amount(runs.sampling_s[run], (seconds) => quantity(String(seconds), "s"))],
      rank: (run) => runs.sampling_s[run],
    },
  },
  "best",
);
rows.setItems([...runs.id.keys()]);
addEventListener("beforeprint", () => rows.showAtMost(mostOnPaper));
addEventListener("afterprint", () => rows.showAtMost());
