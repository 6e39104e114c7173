import { toClock } from '#contract/core/format-duration';
import type { ExportedBook } from '#contract/exports/exported-book';
import type { AudioFile } from './audio-files.ts';
import type { Cue, TimedChapter } from './timed.ts';
import { escapeXml } from './xml.ts';

/*
 * Media Overlays: a SMIL document per page with the times of its sentences. Players highlight a sentence during playback.
 */

/** Audio types that every reading system plays, and Opus, which newer ones support. */
const mediaTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  opus: 'audio/ogg; codecs=opus',
};

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** An audio file in an EPUB. */
export interface OverlayAudio {
  readonly href: string;
  readonly mediaType: string;
  readonly file: AudioFile;
}

/** The narration of a chapter. */
export interface Overlay {
  readonly audio: OverlayAudio;
  /** By text item, in the time of the audio file. */
  readonly cues: readonly (readonly Cue[])[];
}

/** Returns the overlays of a book by chapter, and their audio files. Chapters without times or playable audio have none. */
export function overlaysOf(
  book: ExportedBook,
  timedChapters: readonly TimedChapter[],
  files: readonly AudioFile[],
): { overlays: ReadonlyMap<number, Overlay>; audios: readonly OverlayAudio[] } {
  const byName = new Map(files.map((file) => [file.name, file]));
  const audios = new Map<string, OverlayAudio>();
  const overlays = new Map<number, Overlay>();
  for (const [index, chapter] of book.chapters.entries()) {
    const times = timedChapters[index];
    const file = chapter.audio ? byName.get(chapter.audio.file) : undefined;
    const mediaType = file && mediaTypes[extensionOf(file.name)];
    if (!times || !chapter.audio || !file || !mediaType) continue;
    // A chapter without a clip uses the time of its file.
    const begin = chapter.audio.start ?? 0;
    const cues = times.items.map((item) =>
      item.cues
        .map((cue) => ({
          ...cue,
          start: cue.start - times.start + begin,
          end: cue.end - times.start + begin,
        }))
        .filter(({ start, end }) => end > start),
    );
    if (cues.every((own) => own.length === 0)) continue;
    const audioName = audios.get(file.name);
    const href = `audio/sound-${audios.size + 1}.${extensionOf(file.name)}`;
    const audio = audioName ?? { href, mediaType, file };
    audios.set(file.name, audio);
    overlays.set(index, { audio, cues });
  }
  return { overlays, audios: [...audios.values()] };
}

/** Returns a time such as `0:01:02.450`. */
export const smilClock = (seconds: number): string => toClock(seconds, { decimals: 3, hourDigits: 1 });

const sentenceId = (item: number, sentence: number): string => `t${item + 1}s${sentence + 1}`;

/** Returns the sentences of a text that do not overlap an earlier one, so that they can be elements. */
function clockMarks(cues: readonly Cue[]): [number: number, cue: Cue][] {
  let time = 0;
  return [...cues.entries()].filter(([, { from, text }]) => {
    if (from < time) return false;
    time = from + text.length;
    return true;
  });
}

/** Returns a text in which each sentence with a time is an element. */
export function withSentences(text: string, item: number, cues: readonly Cue[]): string {
  let time = 0;
  let overlayXml = '';
  for (const [number, cue] of clockMarks(cues)) {
    const id = sentenceId(item, number);
    overlayXml += `${escapeXml(text.slice(time, cue.from))}<span id="${id}">${escapeXml(cue.text)}</span>`;
    time = cue.from + cue.text.length;
  }
  return overlayXml + escapeXml(text.slice(time));
}

/** Returns the highlighted seconds. */
export const durationOf = ({ cues }: Overlay): number =>
  cues.flatMap(clockMarks).reduce((sum, [, { start, end }]) => sum + end - start, 0);

/** Returns the SMIL document of a page. */
export function smilOf(page: string, { audio, cues }: Overlay): string {
  const paragraphs = cues.flatMap((own, item) =>
    clockMarks(own).map(([number, { start, end }]) => {
      const id = sentenceId(item, number);
      return `<par id="p-${id}"><text src="${page}#${id}"/><audio src="${audio.href}" clipBegin="${smilClock(start)}" clipEnd="${smilClock(end)}"/></par>`;
    }),
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body>
<seq id="chapter" epub:textref="${page}#chapter" epub:type="chapter">
${paragraphs.join('\n')}
</seq>
</body>
</smil>
`;
}
