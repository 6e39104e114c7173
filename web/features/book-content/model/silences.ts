/** A pause, in seconds of its file. */
export interface Silence {
  readonly start: number;
  readonly end: number;
}

/** The time in seconds before the end of a pause at which a chapter starts, so that the narrator's breath is included. */
const LEAD = 0.15;
/** The distance in seconds within which a dragged mark snaps to a pause. */
const SNAP_SECONDS = 0.4;
/** The minimum distance of suggested chapters in seconds. */
const MIN_DISTANCE = 60;

/** Reads the alternating starts and ends of an audio analysis. */
export function readSilences(times: readonly number[]): Silence[] {
  const silences: Silence[] = [];
  for (let index = 0; index + 1 < times.length; index += 2)
    silences.push({ start: times[index] ?? 0, end: times[index + 1] ?? 0 });
  return silences;
}

/** Returns the start of a chapter after this pause. */
export const cutPositionIn = ({ start, end }: Silence): number => Math.max((start + end) / 2, end - LEAD);

/** Returns the index of the first pause that ends after a time. */
export function firstAfter(silences: readonly Silence[], time: number): number {
  let [low, high] = [0, silences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((silences[middle]?.end ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the split position of a pause within reach, otherwise the time itself. */
export function snapToSilence(
  silences: readonly Silence[],
  time: number,
  maxDistance = SNAP_SECONDS,
): number {
  const index = firstAfter(silences, time);
  let best = time;
  let least = Infinity;
  for (const silence of [silences[index - 1], silences[index], silences[index + 1]]) {
    if (!silence) continue;
    const away = time < silence.start ? silence.start - time : Math.max(0, time - silence.end);
    const distance = Math.abs(cutPositionIn(silence) - time);
    if (away > maxDistance || distance >= least) continue;
    best = cutPositionIn(silence);
    least = distance;
  }
  return best;
}

/** Returns the split position of the pause before or after a time. */
export function neighbouringCut(
  silences: readonly Silence[],
  time: number,
  direction: 1 | -1,
): number | undefined {
  const from = firstAfter(silences, time);
  const cuts = silences.slice(Math.max(0, from - 3), from + 4).map(cutPositionIn);
  return direction === 1
    ? cuts.find((cut) => cut > time + 0.005)
    : cuts.findLast((cut) => cut < time - 0.005);
}

/** Returns the split positions of the longest pauses in order. They are at least a minute apart from each other and from the ends. */
export function suggestCuts(
  silences: readonly Silence[],
  {
    seconds,
    count,
    minDistance = MIN_DISTANCE,
  }: { readonly seconds: number; readonly count: number; readonly minDistance?: number | undefined },
): number[] {
  const rankedSilences = silences.toSorted(
    (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const chosenBreaks: number[] = [];
  for (const silence of rankedSilences) {
    if (chosenBreaks.length >= count) break;
    const cut = cutPositionIn(silence);
    if (cut < minDistance || seconds - cut < minDistance) continue;
    if (chosenBreaks.every((other) => Math.abs(other - cut) >= minDistance)) chosenBreaks.push(cut);
  }
  return chosenBreaks.toSorted((a, b) => a - b);
}

/** Returns the suggested number of splits: the pauses longer than the 97th percentile. */
export function likelyCuts(silences: readonly Silence[], seconds: number): number {
  const lengths = silences.map(({ start, end }) => end - start).toSorted((a, b) => a - b);
  const least = Math.max(1.2, lengths[Math.floor(lengths.length * 0.97)] ?? 0);
  return suggestCuts(
    silences.filter(({ start, end }) => end - start >= least),
    { seconds, count: 400 },
  ).length;
}
