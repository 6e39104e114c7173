import { CUE_FRAMES } from '#contract/core/format-duration';
import { decodeTexts } from './encodings/detect-encoding.ts';
import { decode } from './markup.ts';

export interface CueTrack {
  readonly title: string;
  readonly performer: string;
  /** Seconds inside the file. */
  readonly start: number;
}

export interface CueSheet {
  readonly title: string;
  readonly performer: string;
  /** In order, each with the file name in the cue sheet. */
  readonly files: readonly { readonly name: string; readonly tracks: readonly CueTrack[] }[];
}

const unquoteText = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();

/** Decodes a cue sheet. Older programs write sheets in a local encoding. The values after the commands show which one. */
function decodeSpreadsheet(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return decode(bytes).replaceAll(/\r\n?/g, '\n');
  const lines = bytes.toString('latin1').split(/\r\n?|\n/);
  const lineFields = lines.map((line) => /^(\s*\w*\s*)(.*)$/s.exec(line)?.slice(1) ?? ['', line]);
  const texts = decodeTexts(lineFields.map(([, text = '']) => Buffer.from(text, 'latin1')));
  return lineFields.map(([command], index) => `${command}${texts[index]}`).join('\n');
}

/** Reads a cue sheet. Unknown lines are skipped; a sheet without tracks returns no files. */
export function readCue(bytes: Buffer): CueSheet {
  interface OpenTrack {
    title: string;
    performer: string;
    start: number | undefined;
  }
  const files: { name: string; tracks: OpenTrack[] }[] = [];
  const spreadsheet = { title: '', performer: '' };
  let track: OpenTrack | undefined;
  for (const line of decodeSpreadsheet(bytes).split('\n')) {
    const [, command = '', rest = ''] = /^\s*(?:\ufeff)?(\w+)\s+(.*)$/.exec(line) ?? [];
    const about = track ?? spreadsheet;
    switch (command.toUpperCase()) {
      case 'FILE':
        files.push({ name: unquoteText(rest.replace(/\s+\w+\s*$/, '')), tracks: [] });
        track = undefined;
        break;
      case 'TRACK':
        track = { title: '', performer: '', start: undefined };
        files.at(-1)?.tracks.push(track);
        break;
      case 'TITLE':
        about.title = unquoteText(rest);
        break;
      case 'PERFORMER':
        about.performer = unquoteText(rest);
        break;
      case 'INDEX': {
        const [, index, minutes, seconds, frames] = /^(\d+)\s+(\d+):(\d+):(\d+)/.exec(rest) ?? [];
        if (track && Number(index) === 1)
          track.start = Number(minutes) * 60 + Number(seconds) + Number(frames) / CUE_FRAMES;
        break;
      }
      default:
    }
  }
  return {
    ...spreadsheet,
    files: files.map(({ name, tracks }) => ({
      name,
      tracks: tracks.flatMap(({ start, ...rest }) => (start === undefined ? [] : [{ ...rest, start }])),
    })),
  };
}
