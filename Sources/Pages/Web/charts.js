/* Charts of the run's fixes one below the other, over time, distance or fix number, with the map's marks. */

const edge = { left: 52, right: 12, top: 10, bottom: 22 };

/** Positions along the axis: for a time that is unknown, absurd or earlier than one before, that one. */
const axesOf = (fixes, data) => {
  const [first, last] = data.clock ?? [0, 0];
  let now = first;
  const time = fixes.time.map((at) => (at >= first && at <= last ? (now = Math.max(now, at)) : now));
  return { time, distance: fixes.sum, seq: fixes.seq };
};

/** Steps of clocks, in milliseconds, and of all else. */
const clockSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
].map((seconds) => seconds * 1000);

/** "05-31", of milliseconds since 1970; "–" for a time that is no date. */
const dateText = (at) => (Math.abs(at) < 8.64e15 ? new Date(at).toISOString().slice(-19, -14) : "–");

const ticksOf = (kind, [low, high], room, data) => {
  const most = Math.max(2, Math.floor(room / 80));
  const span = high - low;
  if (!(span > 0)) return [];
  if (kind === "time") {
    const step = clockSteps.find((candidate) => span / candidate <= most)
      ?? roundBelow((span / most / 86400000) * 2.5) * 86400000;
    const offset = data.offset * 60000;
    const ticks = [];
    for (let at = Math.ceil((low + offset) / step) * step - offset; at <= high; at += step) {
      const text = clockText(at, data.offset);
      ticks.push({ at, text: step >= 86400000 ? dateText(at + offset) : step < 60000 ? text : text.slice(0, 5) });
    }
    return ticks;
  }
  const scale = kind === "distance" ? units[data.unit] : 1;
  return evenTicks(low / scale, high / scale, most).map(({ at, text }) => ({ at: at * scale, text }));
};

/** Round numbers within a range, not more than so many. */
const evenTicks = (low, high, most) => {
  const below = roundBelow((high - low) / most);
  const step = [1, 2, 5].map((factor) => factor * below).find((candidate) => (high - low) / candidate <= most)
    ?? 10 * below;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index++) {
    ticks.push({ at: index * step, text: grouped(index * step, decimals) });
  }
  return ticks;
};

/** The range that shows what counts: the greatest of the counted values, or the limit if it is near, but not
    less than what makes digits of a size that anybody reads. */
const rangeFor = (values, indices, { limit, isFromZero, least = 1 }) => {
  let [low, high] = [Infinity, -Infinity];
  for (const i of indices) {
    if (Number.isNaN(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  if (low > high) return [0, 1];
  if (!isFromZero) {
    const room = Math.max((high - low) * 0.1, 5);
    return [low - room, high + room];
  }
  if (limit && limit < high * 3) high = Math.max(high, limit);
  return [0, Math.max(high * 1.12, least)];
};

/** What each chart shows: values by fix, which of them make the line, and how one is told. */
const chartKinds = (fixes, data) => {
  const isAccepted = (i) => fixes.verdict[i] <= countedVerdict;
  const all = () => true;
  return {
    speed: {
      values: fixes.speed, isLine: (i) => fixes.verdict[i] === countedVerdict, limit: data.limits.speed,
      text: (i) => figureText(fixes.speed[i], "m/s"), isFromZero: true,
    },
    accuracy: {
      values: fixes.accuracy, isLine: all, lineColour: "--raw", limit: data.limits.accuracy,
      text: (i) => asGiven(fixes.accuracy[i], "m"), isFromZero: true,
    },
    elevation: {
      values: fixes.elevation, isLine: isAccepted,
      text: (i) => figureText(fixes.elevation[i], "m"), isFromZero: false,
    },
    distance: {
      values: fixes.sum, isLine: all, scale: units[data.unit],
      text: (i) => distanceText(fixes.sum[i], data.unit), isFromZero: true, least: 10,
    },
  };
};

/** The lowest and highest value of a chart, and what stands at its lines. */
const scaleOf = (fixes, kind) => {
  const { values, isLine, scale = 1 } = kind;
  const paths = pathsOf(fixes, (i) => isLine(i) && !Number.isNaN(values[i]));
  const [low, high] = rangeFor(values, paths.flat(), kind);
  const ticks = evenTicks(low / scale, high / scale, 4).map(({ at, text }) => ({ at: at * scale, text }));
  return { paths, low, high, ticks };
};

const createChart = (element, { kind, paths, low, high, ticks }, { fixes, data, axes, marks, margin, cursor, axisName }) => {
  const plot = element.querySelector(".plot");
  const told = element.querySelector("output");
  const sheets = createSheets(plot);
  const { values, limit } = kind;
  let frame = null;

  const frameNow = () => {
    const along = axes[axisName()];
    const [start, end] = [along[0], along.at(-1)];
    const width = plot.clientWidth - margin.left - margin.right;
    const height = plot.clientHeight - margin.top - margin.bottom;
    const span = end > start ? end - start : 1;
    return {
      along, start, end, width, height,
      x: (i) => margin.left + ((along[i] - start) / span) * width,
      xOf: (value) => margin.left + ((value - start) / span) * width,
      y: (value) => margin.top + height * (1 - (value - low) / (high - low)),
    };
  };

  const drawAxes = (context) => {
    context.lineWidth = 1;
    context.setLineDash([]);
    context.strokeStyle = colour("--line");
    context.fillStyle = colour("--quiet");
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const { at, text } of ticks) {
      const y = Math.round(frame.y(at)) + 0.5;
      context.beginPath();
      context.moveTo(margin.left, y);
      context.lineTo(margin.left + frame.width, y);
      context.stroke();
      context.fillText(text, margin.left - 6, y);
    }
    context.textBaseline = "alphabetic";
    context.textAlign = "center";
    const right = margin.left + frame.width;
    for (const { at, text } of ticksOf(axisName(), [frame.start, frame.end], frame.width, data)) {
      const x = Math.round(frame.xOf(at)) + 0.5;
      context.beginPath();
      context.moveTo(x, margin.top);
      context.lineTo(x, margin.top + frame.height);
      context.stroke();
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(x, right + margin.right - half), margin.top + frame.height + 16);
    }
  };

  const drawLimit = (context) => {
    if (!limit || limit > high) return;
    const y = frame.y(limit);
    context.beginPath();
    context.moveTo(margin.left, y);
    context.lineTo(margin.left + frame.width, y);
    context.strokeStyle = colour("--limit");
    context.lineWidth = 1.5;
    context.setLineDash([4, 4]);
    context.stroke();
  };

  const drawPaths = (context) => {
    const line = new Path2D();
    for (const path of paths) {
      path.forEach((i, index) => line[index === 0 ? "moveTo" : "lineTo"](frame.x(i), frame.y(values[i])));
    }
    context.strokeStyle = colour(kind.lineColour ?? "--counted");
    context.lineWidth = 1.5;
    context.setLineDash([]);
    context.stroke(line);
  };

  /** Where a mark stands: what is beyond the chart at its edge, what has no value at its foot. */
  const spot = (i) => {
    const value = Number.isNaN(values[i]) ? low : Math.min(Math.max(values[i], low), high);
    return [frame.x(i), frame.y(value)];
  };

  /** A segment's first fix moved nowhere: that is no value of nothing. */
  const isDrawn = ({ verdict }) => (i) => verdict !== segmentStart || !Number.isNaN(values[i]);

  const drawCursor = () => {
    const { context } = sheets.above();
    const i = cursor.position;
    told.textContent = kind.text(i);
    if (!frame) return;
    const [x, y] = spot(i);
    context.beginPath();
    context.moveTo(x, margin.top);
    context.lineTo(x, margin.top + frame.height);
    context.strokeStyle = colour("--focus");
    context.lineWidth = 2;
    context.stroke();
    if (Number.isNaN(values[i])) return;
    drawRing(context, x, y, 7.5, 2);
  };

  const draw = () => {
    const { context, width, height } = sheets.below();
    if (width === 0 || height === 0) return;
    frame = frameNow();
    drawAxes(context);
    drawLimit(context);
    // What was merely too near is half of all fixes: it is drawn where there is room, and below the line.
    const isMinor = ({ verdict }) => verdict === belowMinMove;
    for (const mark of marks.filter(isMinor)) {
      if (mark.at.length < frame.width / 8) drawMarks(context, mark, mark.at.map(spot));
    }
    drawPaths(context);
    for (const mark of marks.filter((mark) => !isMinor(mark))) {
      drawMarks(context, mark, mark.at.filter(isDrawn(mark)).map(spot));
    }
    drawCursor();
  };

  const pick = (event) => {
    if (!frame) return;
    const x = event.clientX - plot.getBoundingClientRect().left;
    const wanted = frame.start + ((x - margin.left) / Math.max(1, frame.width)) * (frame.end - frame.start);
    cursor.go(nearestTo(wanted, frame.along));
  };
  plot.addEventListener("pointerdown", (event) => {
    plot.setPointerCapture(event.pointerId);
    pick(event);
  });
  plot.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0 || event.pointerType === "mouse") pick(event);
  });
  onNewLook(plot, draw);
  return { draw, drawCursor };
};

/** The index of the value nearest to one that is looked for, of values that never fall. */
const nearestTo = (wanted, values) => {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low > 0 && wanted - values[low - 1] < values[low] - wanted ? low - 1 : low;
};

/** Draws all charts of the page and keeps them on the cursor. */
const createCharts = (elements, { fixes, data, marks, cursor, axisChoice }) => {
  const kinds = chartKinds(fixes, data);
  const axes = axesOf(fixes, data);
  const shown = Array.from(elements, (element) => {
    const kind = kinds[element.dataset.chart];
    return { element, kind, ...scaleOf(fixes, kind) };
  });
  // All charts begin at the same place, right of the widest number at any of them.
  const widest = Math.max(...shown.flatMap(({ ticks }) => ticks.map(({ text }) => text.length)));
  const margin = { ...edge, left: Math.max(edge.left, widest * 7.7 + 12) };
  const shared = { fixes, data, axes, marks, margin, cursor, axisName: () => axisChoice.value };
  const charts = shown.map((chart) => createChart(chart.element, chart, shared));
  axisChoice.addEventListener("change", () => charts.forEach((chart) => chart.draw()));
  cursor.follow(() => charts.forEach((chart) => chart.drawCursor()));
};
