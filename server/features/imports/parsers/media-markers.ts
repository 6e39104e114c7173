import type { ParsedAudio } from './parsed.ts';
import { elementsNamed, parseXml, textOf } from './markup.ts';

/** `1:02:03.5`, `62:03` or `3723.5` as seconds; undefined for anything else. */
export function toSeconds(text: string): number | undefined {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * The chapter marks that lending libraries write into MP3 files: XML of names and times. Indented names continue the chapter before
 * them. Empty for what cannot be read.
 */
export function readMediaMarkers(xml: string, seconds: number): ParsedAudio[] {
  try {
    const marks = elementsNamed(parseXml(Buffer.from(xml)), 'marker').flatMap((marker) => {
      const [name, time] = ['name', 'time'].map((part) => elementsNamed(marker, part)[0]);
      const start = time && toSeconds(textOf(time));
      return start === undefined || !name ? [] : [{ title: textOf(name), start }];
    });
    return marksToAudios(marks, seconds, 'markers');
  } catch {
    return [];
  }
}

/** Chapters between marks: each ends where the next begins, the last with the file. Marks behind its end are left out. */
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
