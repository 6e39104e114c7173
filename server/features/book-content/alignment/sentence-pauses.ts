import type { Span } from './pauses.ts';

/* The pauses that sentences follow. All durations are in seconds. */

const LEAST_PAUSE = 0.15;
const NEAR = 0.2;
/** A pause this long, this soon after a start without a pause, shows that the speech before the pause belongs to the last sentence. */
const LONG_PAUSE = 0.35;
const EARLY = 1.2;
const EDGE = 0.1;
/** The sentences of a chapter usually follow a pause when at least this share of them does. */
const USUAL_SHARE = 0.5;

/** Returns true when a pause ends at a time. */
export const followsPause = (time: number, silences: readonly Span[]): boolean =>
  silences.some(([start, end]) => Math.abs(end - time) < NEAR && end - start >= LEAST_PAUSE);

/** Returns the share of the sentences that follow a pause. */
export function pauseShareOf(starts: readonly (number | undefined)[], silences: readonly Span[]): number {
  const spokenStarts = starts.filter((start) => start !== undefined);
  const after = spokenStarts.filter((start) => followsPause(start, silences));
  return after.length / Math.max(1, spokenStarts.length);
}

/**
 * Moves the start of a sentence behind a pause that follows soon, when the start follows no pause. The search finds such a start when the
 * last sounds of the previous sentence resemble the first letters.
 */
export function startAfterPauses(
  spans: readonly (Span | undefined)[],
  silences: readonly Span[],
): (Span | undefined)[] {
  const share = pauseShareOf(
    spans.map((span) => span?.[0]),
    silences,
  );
  if (share < USUAL_SHARE) return [...spans];
  return spans.map((span) => {
    if (!span || followsPause(span[0], silences)) return span;
    const pause = silences.find(
      ([from, to]) =>
        from > span[0] - EDGE && from < span[0] + EARLY && to - from >= LONG_PAUSE && to < span[1] - EDGE,
    );
    return pause ? [pause[1], span[1]] : span;
  });
}
