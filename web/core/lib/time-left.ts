const TELLS_AFTER_S = 2;

/** Seconds that the rest of so many bytes takes at the speed so far; undefined until that can be told. */
export function createTimeLeft(size: number, now: () => number = () => performance.now()) {
  let first: { readonly at: number; readonly sent: number } | undefined;
  return (sent: number): number | undefined => {
    first ??= { at: now(), sent };
    const seconds = (now() - first.at) / 1000;
    const gone = sent - first.sent;
    return seconds < TELLS_AFTER_S || gone <= 0 ? undefined : ((size - sent) * seconds) / gone;
  };
}
