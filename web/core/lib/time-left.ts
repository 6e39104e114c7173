const TELLS_AFTER_S = 2;

/** Seconds that the rest of so many bytes takes at the speed so far; undefined until that can be told. */
export function createTimeLeft(size: number, now: () => number = () => performance.now()) {
  let first: { readonly at: number; readonly sent: number } | undefined;
  return (sentBytes: number): number | undefined => {
    first ??= { at: now(), sent: sentBytes };
    const seconds = (now() - first.at) / 1000;
    const transferred = sentBytes - first.sent;
    return seconds < TELLS_AFTER_S || transferred <= 0
      ? undefined
      : ((size - sentBytes) * seconds) / transferred;
  };
}
