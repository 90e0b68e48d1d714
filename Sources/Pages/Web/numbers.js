/* Numbers and times as the text report writes them: the page formats what it was given, and computes none. */

const noBreak = "\u00a0";

/** So many decimals, rounded half away from zero, thousands set apart: "11 694.5"; "–" where unknown. */
const grouped = (value, decimals = 0) => {
  if (!Number.isFinite(value)) return "–";
  const scale = 10 ** decimals;
  const scaled = Math.round(Math.abs(value) * scale);
  if (scaled >= 1e15) return String(value);
  const whole = String(Math.floor(scaled / scale)).replace(/\B(?=(\d{3})+$)/g, noBreak);
  const fraction = decimals === 0 ? "" : "." + String(scaled % scale).padStart(decimals, "0");
  return (value < 0 && scaled !== 0 ? "-" : "") + whole + fraction;
};

/** A number with its unit, kept together. */
const quantity = (number, unit) => number + noBreak + unit;

/** "88.8 %": to 0.01 % below ten. */
const percent = (share) => {
  const size = Math.abs(share);
  return quantity(grouped(share * 100, size < 0.09995 ? 2 : size < 0.9995 ? 1 : 0), "%");
};

/** A change of so much of what was there before: "+0.42 %", "-1.25 %". */
const signedPercent = (share) =>
  (grouped(Math.abs(share) * 100, 2) === "0.00" ? "" : share < 0 ? "-" : "+") + percent(Math.abs(share));

/** Metres as people say them: to 0.1 m below ten. */
const metres = (value) => quantity(grouped(value, Math.abs(value) < 9.95 ? 1 : 0), "m");

/** "+711 m", "-4.8 m". */
const signedMetres = (value) =>
  (grouped(value, 1).replace("-", "") === "0.0" ? "" : value < 0 ? "-" : "+") + metres(Math.abs(value));

const units = { km: 1000, mi: 1609.344 };

/** "10.109 km". */
const distanceText = (value, unit, decimals = 3) => quantity(grouped(value / units[unit], decimals), unit);

/** "3 227 fixes". */
const counted = (count, one, many) => quantity(grouped(count), count === 1 ? one : many);

const twoDigits = (number) => String(number).padStart(2, "0");

/** "1:02:03", of seconds. */
const duration = (seconds) => {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return (hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes)) + ":" + twoDigits(whole % 60);
};

/** The time of day on a clock so many minutes east of UTC, of milliseconds since 1970; "–" where unknown. */
const clockText = (milliseconds, offsetMinutes) => {
  if (!Number.isFinite(milliseconds)) return "–";
  const day = 86400000;
  const ofDay = (((milliseconds + offsetMinutes * 60000) % day) + day) % day;
  const seconds = Math.floor(ofDay / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(":");
};
