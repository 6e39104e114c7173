import type { ParsedAudio } from './parsed.ts';
import { marksToAudios } from './chapter-markers.ts';
import { elementsNamed, parseXml, textOf } from './markup.ts';

/** Returns `1:02:03.5`, `62:03` or `3723.5` as seconds; undefined for other text. */
export function toSeconds(text: string): number | undefined {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return undefined;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/**
 * Returns the chapter markers that lending libraries write into MP3 files: XML of names and times. Indented names belong to the preceding
 * chapter. Returns an empty list for invalid XML.
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
