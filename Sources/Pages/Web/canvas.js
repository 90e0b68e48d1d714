/* What map and charts have in common: a canvas that is as sharp as the screen, colours of the sheet, marks. */

/** The value of one of the sheet's colours, as it is now. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Calls back whenever what is drawn may look otherwise: another size, another look, on paper. */
const onNewLook = (element, redraw) => {
  new ResizeObserver(redraw).observe(element);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  const printing = (isPrinting) => () => {
    document.documentElement.classList.toggle("printing", isPrinting);
    redraw();
  };
  addEventListener("beforeprint", printing(true));
  addEventListener("afterprint", printing(false));
};

/** Two canvases, one above the other, that fill an element: what stays, and what moves with the cursor. */
const createSheets = (element) => {
  const canvases = [0, 1].map(() => element.appendChild(document.createElement("canvas")));
  for (const canvas of canvases) canvas.setAttribute("aria-hidden", "true");

  /** A cleared sheet, measured in CSS pixels. */
  const clear = (canvas) => {
    const { clientWidth: width, clientHeight: height } = element;
    const density = Math.max(devicePixelRatio, document.documentElement.classList.contains("printing") ? 3 : 1);
    const [columns, rows] = [Math.round(width * density), Math.round(height * density)];
    if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
    const context = canvas.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineJoin = context.lineCap = "round";
    context.font = '12px system-ui, "DejaVu Sans", sans-serif';
    return { context, width, height };
  };
  return { below: () => clear(canvases[0]), above: () => clear(canvases[1]) };
};

/** The strokes of a shape such as "M-4 -4L4 4M4 -4L-4 4": M, L and Z alone, around the origin. */
const strokesOf = (shape) =>
  shape.split("M").slice(1).map((part) => ({
    isClosed: part.endsWith("Z"),
    points: part.replace("Z", "").split("L").map((point) => point.split(" ").map(Number)),
  }));

/** Draws one mark at each of some places of a sheet, smaller where there are many, with a rim that sets it off
    from what lies below. */
const drawMarks = (context, mark, positions) => {
  const size = positions.length > 500 ? 0.5 : 1;
  const path = new Path2D();
  for (const [x, y] of positions) {
    for (const { points, isClosed } of mark.strokes) {
      points.forEach(([dx, dy], index) => path[index === 0 ? "moveTo" : "lineTo"](x + dx * size, y + dy * size));
      if (isClosed) path.closePath();
    }
  }
  const isFilled = mark.strokes.every((stroke) => stroke.isClosed);
  context.setLineDash([]);
  context.strokeStyle = colour("--ground");
  context.lineWidth = (isFilled ? 2 : 5) * size;
  context.stroke(path);
  context.fillStyle = context.strokeStyle = colour(mark.colour);
  context.lineWidth = 2 * size;
  if (isFilled) context.fill(path);
  else context.stroke(path);
};

/** The cursor's ring: open, so that the mark within stays in sight. */
const drawRing = (context, x, y, radius, width) => {
  for (const [name, lineWidth] of [["--ground", width + 3], ["--focus", width]]) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = colour(name);
    context.lineWidth = lineWidth;
    context.stroke();
  }
};

/** Text that can be read on any ground. */
const drawText = (context, text, x, y, { align = "left", name = "--text" } = {}) => {
  context.textAlign = align;
  context.setLineDash([]);
  context.lineWidth = 4;
  context.strokeStyle = colour("--ground");
  context.strokeText(text, x, y);
  context.fillStyle = colour(name);
  context.fillText(text, x, y);
};

/** The largest of 1, 2 and 5 times a power of ten that is not above a limit. */
const roundBelow = (limit) => {
  const power = 10 ** Math.floor(Math.log10(limit));
  return [5, 2, 1].map((digit) => digit * power).find((value) => value <= limit) ?? power;
};
