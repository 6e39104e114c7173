import type { ParsedAudio } from './parsed.ts';
import { marksToAudios } from './chapter-markers.ts';
import { elementsNamed, parseXml, textOf } from './markup.ts';

/** Returns `1:02:03.5`, `62:03` or `3723.5` as seconds; undefined for other text. */
export function toSeconds(text: string): number | undefined {
  const clockFields = text.trim().split(':');
  if (clockFields.length > 3 || !clockFields.every((number) => /^\d+(\.\d+)?$/.test(number)))
    return undefined;
  return clockFields.reduce((sum, number) => sum * 60 + Number(number), 0);
}

/**
 * Returns the chapter markers that lending libraries write into MP3 files: XML of names and times. Indented names belong to the preceding
 * chapter. Returns an empty list for invalid XML.
 */
export function readMediaMarkers(xml: string, seconds: number): ParsedAudio[] {
  try {
    const marks = elementsNamed(parseXml(Buffer.from(xml)), 'marker').flatMap((marker) => {
      const [name, time] = ['name', 'time'].map((elementName) => elementsNamed(marker, elementName)[0]);
      const start = time && toSeconds(textOf(time));
      return start === undefined || !name ? [] : [{ title: textOf(name), start }];
    });
    return marksToAudios(marks, seconds, 'markers');
  } catch {
    return [];
  }
}
