const MIN_SECONDS = 2;

/** Returns a function that estimates the remaining seconds of an upload from its average speed; undefined until there is enough data. */
export function createTimeLeft(size: number, now: () => number = () => performance.now()) {
  let first: { readonly at: number; readonly sent: number } | undefined;
  return (sentBytes: number): number | undefined => {
    first ??= { at: now(), sent: sentBytes };
    const seconds = (now() - first.at) / 1000;
    const transferredBytes = sentBytes - first.sent;
    return seconds < MIN_SECONDS || transferredBytes <= 0
      ? undefined
      : ((size - sentBytes) * seconds) / transferredBytes;
  };
}
