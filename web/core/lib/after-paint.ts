/** The maximum wait in milliseconds, since background pages are not painted. */
const MAX_WAIT_MS = 150;

/** Resolves after the browser has painted this number of frames. */
export function afterPaint(count: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
    const next = (remainingFrames: number) =>
      remainingFrames === 0 ? resolve() : requestAnimationFrame(() => next(remainingFrames - 1));
    next(count);
  });
}
