/** Formats seconds as a clock: 75 gives "1:15", 3675 gives "1:01:15". */
export function toClock(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
