import { toCueClock } from '#contract/core/format-duration';
import type { ExportedBook } from '#contract/exports/exported-book';

const quoted = (text: string): string => `"${text.replaceAll(/["\r\n]+/g, "'")}"`;

/** Returns the chapters of a book as a cue sheet, with the file and start of each. */
export function makeCueSheet({ name, author, chapters }: ExportedBook): string {
  const lines = [`PERFORMER ${quoted(author)}`, `TITLE ${quoted(name)}`];
  let file: string | undefined;
  let track = 0;
  for (const chapter of chapters) {
    if (!chapter.audio) continue;
    if (chapter.audio.file !== file) {
      file = chapter.audio.file;
      lines.push(`FILE ${quoted(file)} ${/\.mp3$/i.test(file) ? 'MP3' : 'WAVE'}`);
    }
    track += 1;
    lines.push(
      `  TRACK ${String(track).padStart(2, '0')} AUDIO`,
      `    TITLE ${quoted(chapter.name)}`,
      `    INDEX 01 ${toCueClock(chapter.audio.start ?? 0)}`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
