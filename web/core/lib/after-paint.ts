/** By then it is not waited for any longer: a page in the background shows nothing. */
const AT_MOST_MS = 150;

/** Resolves when the browser has shown so many pictures of the page since. */
export function afterPaint(count: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_MOST_MS);
    const next = (remaining: number) =>
      remaining === 0 ? resolve() : requestAnimationFrame(() => next(remaining - 1));
    next(count);
  });
}
