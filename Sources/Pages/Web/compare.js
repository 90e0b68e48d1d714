/* One run under two parameter sets: the map, and the fixes that the sets disagree about. */

const { unit, kinds, line, fixes } = JSON.parse(document.getElementById("data").textContent);

/** Numbers from their differences; NaN where one is not known. */
const summedUp = (differences, scale = 1) => {
  let last = 0;
  return differences.map((difference) => (difference === null ? NaN : (last += difference) / scale));
};

const seqs = summedUp(fixes.seq);
const segments = summedUp(fixes.segment);
const places = planeOf(summedUp(fixes.lat, 1e7), summedUp(fixes.lon, 1e7));
const everyFix = seqs.map((_, index) => index);
const placed = everyFix.filter((index) => !Number.isNaN(places.x[index]));

/** Lists of fixes, a new one begun at each that `begins` one. */
const pathsOf = (indices, begins) => {
  const paths = [];
  for (const index of indices) {
    if (paths.length === 0 || begins(index, paths.at(-1).at(-1))) paths.push([]);
    paths.at(-1).push(index);
  }
  return paths;
};
const linesOf = (verdicts) => {
  const isStart = (index) => Number(verdicts[index]) === line.start;
  return pathsOf(placed.filter((index) => isStart(index) || Number(verdicts[index]) === line.counted), isStart);
};
const layers = [
  { colour: "--raw", width: 1.5, paths: pathsOf(placed, (index, last) => segments[index] !== segments[last]) },
  { colour: "--old", width: 5, paths: linesOf(fixes.old) },
  { colour: "--new", width: 2.5, dash: [7, 6], paths: linesOf(fixes.new) },
  ...kinds.map(({ colour, shape }, kind) => ({
    colour, strokes: strokesOf(shape), spacing: 18, at: placed.filter((index) => Number(fixes.flip[index]) === kind + 1),
  })),
];
const onEitherLine = layers[1].paths.concat(layers[2].paths).flat();

const buttons = new Map([...document.querySelectorAll("[data-seq]")].map((button) => [Number(button.dataset.seq), button]));

const show = (index) => {
  map.show(index);
  document.querySelector("tr.shown")?.classList.remove("shown");
  const row = buttons.get(seqs[index])?.closest("tr");
  row?.classList.add("shown");
  return row;
};
const map = createMap(document.getElementById("map"), {
  places, layers, unit, home: onEitherLine.length > 0 ? onEitherLine : placed,
  onPick: (index) => show(index)?.scrollIntoView({ block: "nearest" }),
});

const indexOf = new Map(seqs.map((seq, index) => [seq, index]));
for (const [seq, button] of buttons) {
  button.disabled = !indexOf.has(seq);
  button.addEventListener("click", () => {
    show(indexOf.get(seq));
    document.getElementById("map").scrollIntoView({ block: "nearest" });
  });
}
