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
  /** In order, each with the file name that the sheet gives. */
  readonly files: readonly { readonly name: string; readonly tracks: readonly CueTrack[] }[];
}

const FRAMES_A_SECOND = 75;

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();

function decodeSheet(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    // Older programs write them in the encoding of their country, of which this one is read right most often.
    return isWide ? decode(bytes) : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a cue sheet. Lines that it does not know are passed over; a sheet without tracks has none. */
export function readCue(bytes: Buffer): CueSheet {
  interface OpenTrack {
    title: string;
    performer: string;
    start: number | undefined;
  }
  const files: { name: string; tracks: OpenTrack[] }[] = [];
  const sheet = { title: '', performer: '' };
  let track: OpenTrack | undefined;
  for (const line of decodeSheet(bytes).split(/\r\n?|\n/)) {
    const [, command = '', rest = ''] = /^\s*(?:\ufeff)?(\w+)\s+(.*)$/.exec(line) ?? [];
    const about = track ?? sheet;
    switch (command.toUpperCase()) {
      case 'FILE':
        files.push({ name: unquoted(rest.replace(/\s+\w+\s*$/, '')), tracks: [] });
        track = undefined;
        break;
      case 'TRACK':
        track = { title: '', performer: '', start: undefined };
        files.at(-1)?.tracks.push(track);
        break;
      case 'TITLE':
        about.title = unquoted(rest);
        break;
      case 'PERFORMER':
        about.performer = unquoted(rest);
        break;
      case 'INDEX': {
        const [, index, minutes, seconds, frames] = /^(\d+)\s+(\d+):(\d+):(\d+)/.exec(rest) ?? [];
        if (track && Number(index) === 1)
          track.start = Number(minutes) * 60 + Number(seconds) + Number(frames) / FRAMES_A_SECOND;
        break;
      }
      default:
    }
  }
  return {
    ...sheet,
    files: files.map(({ name, tracks }) => ({
      name,
      tracks: tracks.flatMap(({ start, ...rest }) => (start === undefined ? [] : [{ ...rest, start }])),
    })),
  };
}
