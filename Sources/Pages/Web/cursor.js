/* The one cursor that map, charts, card and ledger share: where it is, what keys and buttons do to it, playing. */

const createCursor = (fixes) => {
  const followers = [];
  let position = 0;

  const go = (to) => {
    position = Math.min(Math.max(to, 0), fixes.count - 1);
    for (const follow of followers) follow(position);
  };
  /** To the next fix of a kind; stays where there is none. */
  const seek = (isWanted) => {
    let next = position + 1;
    while (next < fixes.count && !isWanted(next)) next++;
    if (next < fixes.count) go(next);
  };
  return {
    get position() {
      return position;
    },
    go,
    /** Calls back with each position that the cursor takes. */
    follow: (callback) => followers.push(callback),
    commands: {
      first: () => go(0), last: () => go(fixes.count - 1),
      back: () => go(position - 1), next: () => go(position + 1),
      farBack: () => go(position - 10), farNext: () => go(position + 10),
      dropped: () => seek(fixes.isDropped),
      notCounted: () => seek((i) => fixes.verdict[i] === belowMinMove),
    },
  };
};

/** Lets keys move the cursor: anywhere in a section, and where nothing has the focus. */
const listenToKeys = (section, cursor, toggle) => {
  const { commands } = cursor;
  const keys = {
    ArrowLeft: commands.back, ArrowRight: commands.next,
    "Shift ArrowLeft": commands.farBack, "Shift ArrowRight": commands.farNext,
    Home: commands.first, End: commands.last, d: commands.dropped, m: commands.notCounted, " ": toggle,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target !== document.body && !section.contains(target)) return;
    if (target.matches("input, select") || (event.key === " " && target.matches("button"))) return;
    const command = keys[(event.shiftKey && event.key.startsWith("Arrow") ? "Shift " : "") + event.key];
    if (!command) return;
    event.preventDefault();
    command();
  });
};

/** A button that lets the cursor run through the whole run in about half a minute, or in leaps where moving
    pictures are not wanted. */
const createPlayer = (button, fixes, cursor) => {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const duration = 30000;
  let frame = 0;
  let start = { at: 0, position: 0 };

  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    button.textContent = "Play";
  };
  const step = (now) => {
    // Fixes a millisecond; a short run is not rushed.
    const pace = Math.max(fixes.count / duration, 0.004);
    const elapsed = isCalm.matches ? Math.floor((now - start.at) / 500) * 500 : now - start.at;
    const position = Math.floor(start.position + elapsed * pace);
    if (position !== cursor.position) cursor.go(position);
    if (cursor.position >= fixes.count - 1) stop();
    else frame = requestAnimationFrame(step);
  };
  const toggle = () => {
    if (frame) return stop();
    start = { at: performance.now(), position: cursor.position >= fixes.count - 1 ? 0 : cursor.position };
    button.textContent = "Pause";
    frame = requestAnimationFrame(step);
  };
  button.addEventListener("click", toggle);
  return {
    toggle, stop,
    get isPlaying() {
      return frame !== 0;
    },
  };
};
