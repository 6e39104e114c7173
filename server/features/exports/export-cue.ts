import { toCueClock } from '#contract/core/format-duration';
import type { ExportedBook } from '#contract/exports/exported-book';

const quoteText = (text: string): string => `"${text.replaceAll(/["\r\n]+/g, "'")}"`;

/** Returns the chapters of a book as a cue sheet, with the file and start of each. */
export function makeCueSheet({ name, author, chapters }: ExportedBook): string {
  const lines = [`PERFORMER ${quoteText(author)}`, `TITLE ${quoteText(name)}`];
  let file: string | undefined;
  let track = 0;
  for (const chapter of chapters) {
    if (!chapter.audio) continue;
    if (chapter.audio.file !== file) {
      file = chapter.audio.file;
      lines.push(`FILE ${quoteText(file)} ${/\.mp3$/i.test(file) ? 'MP3' : 'WAVE'}`);
    }
    track += 1;
    lines.push(
      `  TRACK ${String(track).padStart(2, '0')} AUDIO`,
      `    TITLE ${quoteText(chapter.name)}`,
      `    INDEX 01 ${toCueClock(chapter.audio.start ?? 0)}`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
