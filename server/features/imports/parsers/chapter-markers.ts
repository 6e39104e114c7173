import type { ParsedAudio } from './parsed.ts';

/**
 * Returns the chapters between markers. Each ends at the next marker, the last one at the end of the file. Markers after the end are
 * skipped.
 */
export function marksToAudios(
  marks: readonly { readonly title: string; readonly start: number }[],
  seconds: number,
  source: ParsedAudio['source'],
): ParsedAudio[] {
  const bookContent = marks
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < seconds)
    .toSorted((a, b) => a.start - b.start);
  return bookContent
    .map(({ title, start }, index) => ({
      title,
      source,
      start,
      end: bookContent[index + 1]?.start ?? seconds,
    }))
    .filter(({ start, end }) => end > start);
}
