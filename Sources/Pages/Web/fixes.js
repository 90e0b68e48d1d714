/* The fixes of a run, from the columns in which the page holds them. */

/** Numbers that were written as differences; NaN where one is not known. */
const summed = (differences) => {
  let last = 0;
  return differences.map((difference) => (difference === null ? NaN : (last += difference)));
};

const numbersOf = (values) => values.map((value) => value ?? NaN);

/** The run's fixes by their position on the page, which is their seq unless the run was thinned. */
const fixesOf = (data) => {
  const columns = data.fixes;
  const verdict = Array.from(columns.verdict, Number);
  const count = verdict.length;
  const seq = columns.seq ? summed(columns.seq) : verdict.map((_, i) => i);
  const positions = columns.seq ? new Map(seq.map((number, i) => [number, i])) : null;
  const positionOf = (number) => (positions ? positions.get(number) ?? -1 : number);
  const degrees = (column) => summed(column).map((value) => value / 1e7);
  const scaled = (column, scale) => column && summed(column).map((value) => value / scale);
  const from = columns.from.map((back, i) => (back > 0 ? seq[i] - back : -1));
  return {
    count, seq, verdict, from,
    total: columns.total,
    segment: summed(columns.segment),
    time: summed(columns.time),
    latitude: degrees(columns.lat),
    longitude: degrees(columns.lon),
    /** The position of the fix that each was measured from; -1 where there is none, or not on the page. */
    fromPosition: from.map((number) => (number < 0 ? -1 : positionOf(number))),
    moved: numbersOf(columns.moved),
    after: numbersOf(columns.after),
    speed: numbersOf(columns.speed),
    also: columns.also,
    accuracy: columns.accuracy && numbersOf(columns.accuracy),
    deviceSpeed: columns.deviceSpeed && numbersOf(columns.deviceSpeed),
    elevation: scaled(columns.elevation, 10),
    sum: scaled(columns.sum, 1000),
    isDropped: (i) => data.verdicts[verdict[i]].dropped,
    /** The position of a fix by its number, or of the next one that the page holds. */
    near(number) {
      const found = seq.findIndex((candidate) => candidate >= number);
      return found < 0 ? count - 1 : found;
    },
  };
};

const segmentStart = 0, countedVerdict = 1, belowMinMove = 2;

/** The positions of some fixes as paths, a new one wherever the segment changes. */
const pathsOf = (fixes, isMember) => {
  const paths = [];
  let segment = NaN;
  for (let i = 0; i < fixes.count; i++) {
    if (i > 0 && fixes.segment[i] !== fixes.segment[i - 1]) segment = NaN;
    if (!isMember(i)) continue;
    if (segment !== fixes.segment[i] || fixes.verdict[i] === segmentStart) paths.push([]);
    segment = fixes.segment[i];
    paths.at(-1).push(i);
  }
  return paths;
};

/** A move or a speed, to as many decimals as it was given, at least one. */
const figureText = (value, unit) =>
  Number.isNaN(value) ? "–" : quantity(grouped(value, Math.round(value * 10) / 10 === value ? 1 : 4), unit);
const secondsText = (value) =>
  Number.isNaN(value) ? "–" : quantity(Number.isInteger(value) ? grouped(value) : String(value), "s");
/** A value with all the digits that the device gave. */
const asGiven = (value, unit) => (Number.isNaN(value) ? "–" : quantity(String(value), unit));
