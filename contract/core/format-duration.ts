export interface ClockOptions {
  /** The digits after the seconds. */
  readonly decimals?: number;
  /** Writes whole seconds without decimals. */
  readonly isTrimmed?: boolean;
  /** The least number of digits of the hours. With 0, hours are written only from one hour on. */
  readonly hourDigits?: number;
  readonly decimalMark?: '.' | ',';
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats seconds as a clock: 75 gives "1:15", 3675 gives "1:01:15". */
export function toClock(
  seconds: number,
  { decimals = 0, isTrimmed = false, hourDigits = 0, decimalMark = '.' }: ClockOptions = {},
): string {
  const scale = 10 ** decimals;
  const all = Math.max(Math.round(seconds * scale), 0);
  const whole = Math.floor(all / scale);
  const rest = all % scale;
  const fraction =
    decimals === 0 || (isTrimmed && rest === 0)
      ? ''
      : `${decimalMark}${String(rest).padStart(decimals, '0')}`;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const hasHours = hours > 0 || hourDigits > 0;
  const start = hasHours
    ? `${String(hours).padStart(hourDigits, '0')}:${twoDigits(minutes)}`
    : String(minutes);
  return `${start}:${twoDigits(whole % 60)}${fraction}`;
}

/** The frames per second of a cue sheet. */
export const CUE_FRAMES = 75;

/** Formats seconds for a cue sheet, as minutes, seconds and frames: 75.5 gives "01:15:38". */
export function toCueClock(seconds: number): string {
  const frames = Math.max(Math.round(seconds * CUE_FRAMES), 0);
  const whole = Math.floor(frames / CUE_FRAMES);
  return `${twoDigits(Math.floor(whole / 60))}:${twoDigits(whole % 60)}:${twoDigits(frames % CUE_FRAMES)}`;
}
