/* The page of one run: puts map, charts, card, ledger and sliders on the same fixes and the same cursor. */

const createCard = (element, fixes, data) => {
  const placeOf = (i) =>
    Number.isNaN(fixes.latitude[i]) ? "none" : `${fixes.latitude[i].toFixed(5)}, ${fixes.longitude[i].toFixed(5)}`;
  const failsAlso = (i) =>
    data.verdicts.filter((_, verdict) => fixes.also[i] & (1 << verdict)).map(({ words }) => words);
  const pairs = [
    ["from", (i) => (fixes.from[i] < 0 ? "no fix" : `fix ${fixes.from[i]}`)],
    ["moved", (i) => figureText(fixes.moved[i], "m")],
    ["in", (i) => secondsText(fixes.after[i])],
    ["speed", (i) => figureText(fixes.speed[i], "m/s")],
    fixes.accuracy && ["accuracy", (i) => asGiven(fixes.accuracy[i], "m")],
    fixes.deviceSpeed && ["device’s speed", (i) => figureText(fixes.deviceSpeed[i], "m/s")],
    fixes.elevation && ["elevation", (i) => figureText(fixes.elevation[i], "m")],
    ["so far", (i) => quantity(grouped(fixes.sum[i], 1), "m")],
    ["place", placeOf],
    ["also fails", (i) => failsAlso(i).join(", ") || "nothing"],
  ].filter(Boolean);
  const heading = element.appendChild(document.createElement("h3"));
  const verdict = element.appendChild(document.createElement("p"));
  verdict.className = "verdict";
  const list = element.appendChild(document.createElement("dl"));
  const cells = pairs.map(([name]) => {
    const pair = list.appendChild(document.createElement("div"));
    pair.appendChild(document.createElement("dt")).textContent = name;
    return pair.appendChild(document.createElement("dd"));
  });

  const fateOf = (i) => {
    const { words, dropped } = data.verdicts[fixes.verdict[i]];
    if (dropped) return `Dropped: ${words}`;
    return fixes.verdict[i] === belowMinMove ? `Not counted: ${words}` : words[0].toUpperCase() + words.slice(1);
  };
  return (i) => {
    const time = Number.isNaN(fixes.time[i]) ? "no time" : `${clockText(fixes.time[i], data.offset)} ${data.zone}`;
    const number = `Fix ${grouped(fixes.seq[i])} of ${grouped(fixes.total - 1)}`;
    heading.textContent = `${number}, ${time}, segment ${fixes.segment[i]}`;
    verdict.replaceChildren(markPicture(data.verdicts[fixes.verdict[i]]), fateOf(i));
    pairs.forEach(([, text], index) => (cells[index].textContent = text(i)));
    return `Fix ${fixes.seq[i]}, ${time}. ${fateOf(i)}.`;
  };
};

/** The dashed lines across the ends of segments, from the last place of one to the first of the next. */
const gapsOf = (fixes) => {
  const gaps = [];
  let last = -1;
  for (let i = 0; i < fixes.count; i++) {
    if (Number.isNaN(fixes.latitude[i])) continue;
    if (last >= 0 && fixes.segment[last] !== fixes.segment[i]) gaps.push([last, i]);
    last = i;
  }
  return gaps;
};

const showRun = (data) => {
  const fixes = fixesOf(data);
  const cursor = createCursor(fixes);
  const section = document.getElementById("fixes");
  const hasPlace = (i) => !Number.isNaN(fixes.latitude[i]);
  const places = planeOf(fixes.latitude, fixes.longitude);
  const marks = data.verdicts
    .map(({ colour: name, shape }, verdict) => ({
      colour: name, strokes: strokesOf(shape), verdict,
      at: fixes.seq.map((_, i) => i).filter((i) => fixes.verdict[i] === verdict),
    }))
    .filter(({ verdict, at }) => verdict !== countedVerdict && at.length > 0);
  const below = marks.filter(({ verdict }) => verdict === belowMinMove);
  const above = marks.filter(({ verdict }) => verdict !== belowMinMove);
  const accepted = (i) => fixes.verdict[i] <= countedVerdict;
  const kept = fixes.seq.map((_, i) => i).filter((i) => accepted(i) || fixes.verdict[i] === belowMinMove);

  const map = createMap(document.getElementById("map"), {
    places, unit: data.unit, home: kept.length > 0 ? kept : fixes.seq.map((_, i) => i), onPick: cursor.go,
    layers: [
      { colour: "--raw", width: 1.2, paths: pathsOf(fixes, hasPlace) },
      { colour: "--limit", width: 1.5, dash: [4, 5], paths: gapsOf(fixes) },
      ...below,
      { colour: "--counted", width: 3, paths: pathsOf(fixes, accepted) },
      ...above,
    ],
  });
  createCharts(document.querySelectorAll("[data-chart]"), {
    fixes, data, cursor, marks: [...below, ...above], axisChoice: document.getElementById("axis"),
  });
  createLedger(document.getElementById("ledger"), { fixes, data, cursor, filter: document.getElementById("filter") });

  const player = createPlayer(document.getElementById("play"), fixes, cursor);
  const slider = document.getElementById("position");
  const now = document.getElementById("now");
  const fillCard = createCard(document.getElementById("card"), fixes, data);
  cursor.follow((i) => {
    map.show(i, fixes.fromPosition[i]);
    const words = fillCard(i);
    slider.value = i;
    slider.setAttribute("aria-valuetext", words);
    // Who listens is told where it stops, not each step on the way.
    if (!player.isPlaying) now.textContent = words;
  });
  slider.addEventListener("input", () => cursor.go(Number(slider.value)));
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => {
      player.stop();
      cursor.commands[button.dataset.go]();
    });
  }
  listenToKeys(section, cursor, player.toggle);

  for (const button of document.querySelectorAll("[data-seq]")) {
    button.addEventListener("click", () => {
      player.stop();
      const [first, last] = [fixes.near(Number(button.dataset.seq)), fixes.near(Number(button.dataset.seqEnd))];
      const around = fixes.seq.map((_, i) => i).slice(Math.max(0, first - 20), last + 21);
      cursor.go(first);
      map.fit(around);
      section.querySelector(".picture").focus({ preventScroll: true });
      section.scrollIntoView();
    });
  }
  const whatIf = document.getElementById("what-if");
  if (whatIf) createWhatIf(whatIf, data);
  cursor.go(0);
};

showRun(JSON.parse(document.getElementById("data").textContent));
