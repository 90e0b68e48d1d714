/* A map: lines and marks on a plane of equal scale, north up, that can be zoomed and moved. */

const earthRadius = 6371000;

/**
 * Places on a plane that touches the Earth in the middle of them: metres east and north, NaN for no place.
 * (Azimuthal equidistant: true to scale around the middle, with no seam at 180° and none at the poles.)
 */
const planeOf = (latitude, longitude) => {
  const radians = Math.PI / 180;
  const count = latitude.length;
  const middle = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(latitude[i])) continue;
    const [phi, lambda] = [latitude[i] * radians, longitude[i] * radians];
    middle[0] += Math.cos(phi) * Math.cos(lambda);
    middle[1] += Math.cos(phi) * Math.sin(lambda);
    middle[2] += Math.sin(phi);
  }
  const phi0 = Math.atan2(middle[2], Math.hypot(middle[0], middle[1]));
  const lambda0 = Math.atan2(middle[1], middle[0]);
  const [sin0, cos0] = [Math.sin(phi0), Math.cos(phi0)];
  const places = { x: new Float64Array(count).fill(NaN), y: new Float64Array(count).fill(NaN) };
  for (let i = 0; i < count; i++) {
    const [phi, lambda] = [latitude[i] * radians, longitude[i] * radians - lambda0];
    const [sin, cos] = [Math.sin(phi), Math.cos(phi)];
    const east = cos * Math.sin(lambda);
    const north = cos0 * sin - sin0 * cos * Math.cos(lambda);
    const across = Math.hypot(east, north);
    const angle = Math.atan2(across, sin0 * sin + cos0 * cos * Math.cos(lambda));
    const stretch = across > 1e-12 ? (earthRadius * angle) / across : earthRadius;
    places.x[i] = east * stretch;
    places.y[i] = north * stretch;
  }
  return places;
};

/** The rectangle of some places; of a run of one place, some metres around it. */
const boundsOf = (places, indices) => {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const i of indices) {
    if (Number.isNaN(places.x[i])) continue;
    west = Math.min(west, places.x[i]);
    east = Math.max(east, places.x[i]);
    south = Math.min(south, places.y[i]);
    north = Math.max(north, places.y[i]);
  }
  if (west > east) [west, east, south, north] = [0, 0, 0, 0];
  const least = 30;
  return {
    x: (west + east) / 2, y: (south + north) / 2,
    width: Math.max(east - west, least), height: Math.max(north - south, least),
  };
};

/** A round length for the scale bar, at most so many metres, and what to write at it. */
const scaleBar = (most, unit) => {
  if (unit === "mi") {
    const mile = units.mi, foot = 0.3048;
    const [size, name] = most >= mile / 10 ? [mile, "mi"] : [foot, "ft"];
    const count = roundBelow(most / size);
    return { length: count * size, text: `${+count.toPrecision(1)} ${name}` };
  }
  const length = roundBelow(most);
  return { length, text: length >= 1000 ? `${grouped(length / 1000)} km` : `${+length.toPrecision(1)} m` };
};

/**
 * Draws a map into an element with a `.picture`, a `[data-zoom]` button each for "in", "out", "home" and "all".
 *
 * - `layers`, from below: a line `{ colour, width, dash, paths }` of lists of indices of places, or marks
 *   `{ colour, strokes, at, spacing }` at a list of them.
 * - `home`: the indices that the first view shows whole.
 * - `onPick(index)`: the place nearest to where somebody clicked.
 */
const createMap = (element, { places, layers, home, unit, onPick = () => {} }) => {
  const picture = element.querySelector(".picture");
  const sheets = createSheets(picture);
  const everything = Array.from(places.x.keys());
  const shown = { index: -1, from: -1 };
  let aim = home;
  let view = null;

  const toSheet = (i) => [
    picture.clientWidth / 2 + (places.x[i] - view.x) * view.scale,
    picture.clientHeight / 2 - (places.y[i] - view.y) * view.scale,
  ];
  const fitted = (indices) => {
    const bounds = boundsOf(places, indices);
    // The buttons lie over the upper edge.
    const [room, top] = [28, 56];
    const scale = Math.min(
      Math.max(40, picture.clientWidth - 2 * room) / bounds.width,
      Math.max(40, picture.clientHeight - top - room) / bounds.height);
    return { x: bounds.x, y: bounds.y + (top - room) / 2 / scale, scale };
  };

  /** The places of a layer of marks; where it has a `spacing`, only one in a square of so many pixels. */
  const spaced = ({ at, spacing }) => {
    const taken = new Set();
    return at.filter((i) => {
      if (Number.isNaN(places.x[i])) return false;
      if (!spacing) return true;
      const square = [places.x[i], places.y[i]].map((metres) => Math.floor((metres * view.scale) / spacing)).join();
      return !taken.has(square) && taken.add(square);
    });
  };

  const drawLine = (context, { colour: name, width, dash = [], paths }) => {
    context.beginPath();
    for (const path of paths) {
      path.forEach((i, position) => {
        const [x, y] = toSheet(i);
        if (position === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      // A path of one place is a dot.
      if (path.length === 1) context.lineTo(...toSheet(path[0]));
    }
    context.strokeStyle = colour(name);
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
  };

  const drawScale = (context, width, height) => {
    const { length, text } = scaleBar(Math.min(140, width / 3) / view.scale, unit);
    const [left, right, y] = [14, 14 + length * view.scale, height - 14];
    const bar = new Path2D();
    bar.moveTo(left, y - 6);
    bar.lineTo(left, y);
    bar.lineTo(right, y);
    bar.lineTo(right, y - 6);
    context.setLineDash([]);
    for (const [name, thickness] of [["--ground", 5], ["--text", 2]]) {
      context.strokeStyle = colour(name);
      context.lineWidth = thickness;
      context.stroke(bar);
    }
    drawText(context, text, left + 4, y - 7);
    drawText(context, "N", width - 18, 32, { align: "center" });
    const arrow = [{ isClosed: true, points: [[0, -8], [5, 4], [0, 1], [-5, 4]] }];
    drawMarks(context, { colour: "--text", strokes: arrow }, [[width - 18, 15]]);
  };

  const drawCursor = () => {
    const { context } = sheets.above();
    if (shown.index < 0 || Number.isNaN(places.x[shown.index])) return;
    const [x, y] = toSheet(shown.index);
    if (shown.from >= 0) {
      context.beginPath();
      context.moveTo(...toSheet(shown.from));
      context.lineTo(x, y);
      context.strokeStyle = colour("--focus");
      context.lineWidth = 2;
      context.stroke();
    }
    drawRing(context, x, y, 10, 3);
  };

  const draw = () => {
    const { context, width, height } = sheets.below();
    if (width === 0 || height === 0) return;
    view ??= fitted(home);
    const isVisible = ([x, y]) => x > -12 && y > -12 && x < width + 12 && y < height + 12;
    for (const layer of layers) {
      if (layer.paths) drawLine(context, layer);
      else {
        const positions = spaced(layer).map(toSheet).filter(isVisible);
        drawMarks(context, layer, positions);
      }
    }
    drawScale(context, width, height);
    drawCursor();
  };

  let isDue = false;
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };

  /** Looks elsewhere or nearer; by hand, so that a new size no longer fits the view anew. */
  const move = (next) => {
    const [least, most] = [fitted(everything).scale / 2, 200];
    view = { ...next, scale: Math.min(Math.max(next.scale, Math.min(least, most)), most) };
    aim = null;
    picture.classList.toggle("zoomed", view.scale > fitted(home).scale * 1.01);
    drawSoon();
  };
  const zoom = (factor, [x, y] = [picture.clientWidth / 2, picture.clientHeight / 2]) => {
    const before = view.scale;
    const scale = Math.min(Math.max(before * factor, fitted(everything).scale / 2), 200);
    const [dx, dy] = [x - picture.clientWidth / 2, y - picture.clientHeight / 2];
    move({ x: view.x + dx / before - dx / scale, y: view.y - dy / before + dy / scale, scale });
  };
  const pan = (dx, dy) => move({ ...view, x: view.x - dx / view.scale, y: view.y + dy / view.scale });
  const fit = (indices) => {
    move(fitted(indices));
    aim = indices;
  };

  const pickAt = ([x, y]) => {
    let [best, least] = [-1, 30 ** 2];
    for (const i of everything) {
      if (Number.isNaN(places.x[i])) continue;
      const [px, py] = toSheet(i);
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least) [best, least] = [i, distance];
    }
    if (best >= 0) onPick(best);
  };

  const commands = {
    in: () => zoom(1.6), out: () => zoom(1 / 1.6), home: () => fit(home), all: () => fit(everything),
  };
  for (const button of element.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", commands[button.dataset.zoom]);
  }
  const keys = {
    "+": commands.in, "=": commands.in, "-": commands.out, 0: commands.home,
    "Ctrl ArrowLeft": () => pan(60, 0), "Ctrl ArrowRight": () => pan(-60, 0),
    "Ctrl ArrowUp": () => pan(0, 60), "Ctrl ArrowDown": () => pan(0, -60),
  };
  picture.addEventListener("keydown", (event) => {
    const command = keys[(event.ctrlKey ? "Ctrl " : "") + event.key];
    if (!command || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  });
  picture.addEventListener("wheel", (event) => {
    // Who scrolls on past the whole run leaves the map.
    if (event.deltaY > 0 && view.scale <= fitted(home).scale * 1.001) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), [event.offsetX, event.offsetY]);
  }, { passive: false });

  followPointers(picture, { pan, zoom, pick: pickAt });
  onNewLook(picture, () => {
    if (aim && picture.clientWidth > 0) view = fitted(aim);
    draw();
  });

  return {
    /** Puts the ring on a place, and a line from where it was measured; brings it into view. */
    show(index, from = -1) {
      Object.assign(shown, { index, from });
      if (view && index >= 0 && !Number.isNaN(places.x[index])) {
        const [x, y] = toSheet(index);
        // A view that somebody chose is moved before the ring reaches its edge.
        const edge = aim ? 0 : 40;
        const isInside = x >= edge && y >= edge && x <= picture.clientWidth - edge && y <= picture.clientHeight - edge;
        if (!isInside) move({ ...view, x: places.x[index], y: places.y[index] });
      }
      if (view) drawCursor();
    },
    /** Shows some places whole. */
    fit,
  };
};

/** One pointer moves, two zoom, and one that stays where it came down picks. */
const followPointers = (picture, { pan, zoom, pick }) => {
  const pointers = new Map();
  let travelled = 0;
  const place = (event) => {
    const frame = picture.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };
  const spread = ([[ax, ay], [bx, by]]) => ({
    length: Math.max(1, Math.hypot(ax - bx, ay - by)), middle: [(ax + bx) / 2, (ay + by) / 2],
  });

  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, place(event));
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    const old = pointers.size === 2 ? spread([...pointers.values()]) : null;
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (old) {
      const { length, middle } = spread([...pointers.values()]);
      pan(middle[0] - old.middle[0], middle[1] - old.middle[1]);
      zoom(length / old.length, middle);
    } else if (pointers.size === 1 && travelled > 4) {
      pan(now[0] - before[0], now[1] - before[1]);
    }
  });
  const release = (isPick) => (event) => {
    const last = pointers.get(event.pointerId);
    if (!pointers.delete(event.pointerId)) return;
    if (isPick && pointers.size === 0 && travelled <= 4) pick(last);
  };
  picture.addEventListener("pointerup", release(true));
  picture.addEventListener("pointercancel", release(false));
};
