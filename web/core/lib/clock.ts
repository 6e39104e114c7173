import { toClock } from '#contract/core/format-duration';

/** Formats a position in audio with hundredths of a second: 75.24 gives "1:15.24". */
export const toExactClock = (seconds: number): string => toClock(seconds, { decimals: 2 });

/** Formats a position in a sentence, with tenths unless it is a whole second: 75.24 gives "1:15.2". */
export const toShortClock = (seconds: number): string => toClock(seconds, { decimals: 1, isTrimmed: true });

/** Parses `1:01:15`, `75`, `1:15.2` and `1:15,2` to seconds; undefined for other text. */
export function readClock(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,6})?)$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
