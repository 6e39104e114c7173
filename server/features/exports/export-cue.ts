import type { ExportedBook } from '#contract/exports/exported-book';

const FRAMES_A_SECOND = 75;

const quoted = (text: string): string => `"${text.replaceAll(/["\r\n]+/g, "'")}"`;

function time(seconds: number): string {
  const frames = Math.round(seconds * FRAMES_A_SECOND);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(frames / FRAMES_A_SECOND / 60))}:${two(Math.floor(frames / FRAMES_A_SECOND) % 60)}:${two(frames % FRAMES_A_SECOND)}`;
}

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
      `    INDEX 01 ${time(chapter.audio.start ?? 0)}`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
