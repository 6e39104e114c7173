/** Returns seconds as a time with tenths: 75.24 gives "1:15.2", 3675 gives "1:01:15". */
export function toExactClock(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const whole = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  return tenths % 10 === 0 ? clock : `${clock}.${tenths % 10}`;
}

/** Parses `1:01:15`, `75`, `1:15.2` and `1:15,2` to seconds; undefined for other text. */
export function readClock(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
