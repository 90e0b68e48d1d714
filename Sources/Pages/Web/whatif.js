/* Other limits: shows what the engine found in advance at the point of the grid where the sliders are. */

const createWhatIf = (section, { grid, unit }) => {
  const sliders = Array.from(section.querySelectorAll("[data-axis]"));
  const positions = grid.axes.map((axis) => axis.own);
  const limitText = (axis, index) => {
    const limit = axis.limits[index];
    return limit === null ? axis.off : quantity(String(limit), axis.unit);
  };
  /** What the engine found at one stop of each slider. */
  const pointAt = (at) => grid.points[grid.axes.reduce((index, axis, i) => index * axis.limits.length + at[i], 0)];

  /** The distances along one slider, the others staying where they are. */
  const distancesAlong = (axisIndex) =>
    grid.axes[axisIndex].limits.map((_, index) => pointAt(positions.with(axisIndex, index))[0]);

  /** Dots at each stop of a slider, as high as the distance would be there. */
  const drawTrail = (trail, axisIndex, [low, high]) => {
    const { own } = grid.axes[axisIndex];
    trail.replaceChildren(...distancesAlong(axisIndex).map((distance, index) => {
      const stop = document.createElement("span");
      stop.className = (index === positions[axisIndex] ? "here " : "") + (index === own ? "own" : "");
      stop.style.setProperty("--height", high > low ? (distance - low) / (high - low) : 0.5);
      stop.append(document.createElement("i"), String(grid.axes[axisIndex].limits[index] ?? "off"));
      return stop;
    }));
  };

  const show = () => {
    const [distance, difference, dropped, notCounted] = pointAt(positions);
    const isOwn = positions.every((at, i) => at === grid.axes[i].own);
    section.querySelector("#what-if-distance").textContent = distanceText(distance, unit);
    const rows = [
      ["against the set", isOwn ? "the same" : signedMetres(difference)],
      ["dropped", counted(dropped, "fix", "fixes")],
      ["not counted", counted(notCounted, "fix", "fixes")],
    ];
    section.querySelector("#what-if-figures").replaceChildren(...rows.map(([name, text]) => {
      const row = document.createElement("tr");
      const head = row.appendChild(document.createElement("th"));
      head.scope = "row";
      head.textContent = name;
      const cell = row.appendChild(document.createElement("td"));
      cell.className = "number";
      cell.textContent = text;
      return row;
    }));
    const reachable = sliders.flatMap((slider) => distancesAlong(Number(slider.dataset.axis)));
    const range = [Math.min(...reachable), Math.max(...reachable)];
    for (const slider of sliders) {
      const axisIndex = Number(slider.dataset.axis);
      const axis = grid.axes[axisIndex];
      const text = limitText(axis, positions[axisIndex]) + (positions[axisIndex] === axis.own ? " (the set’s)" : "");
      slider.value = positions[axisIndex];
      slider.setAttribute("aria-valuetext", text);
      const group = slider.closest(".slider");
      group.querySelector("output").textContent = text;
      drawTrail(group.querySelector(".trail"), axisIndex, range);
    }
  };

  for (const slider of sliders) {
    slider.addEventListener("input", () => {
      positions[Number(slider.dataset.axis)] = Number(slider.value);
      show();
    });
  }
  section.querySelector("#what-if-own").addEventListener("click", () => {
    grid.axes.forEach((axis, i) => (positions[i] = axis.own));
    show();
  });
  show();
};
