import { firstAfter } from './silences.ts';
import type { Silence } from './silences.ts';

/** A file of the book on the timeline of the content editor, which consists of all files in sequence. */
export interface AudioFile {
  readonly file: string;
  /** The start on the timeline, in seconds. */
  readonly offset: number;
  readonly seconds: number;
  readonly silences: readonly Silence[];
  readonly peaksUrl: string | undefined;
  /** Loudness in LUFS. */
  readonly loudness: number | undefined;
  /** True if its audio analysis is pending. */
  readonly isWaiting: boolean;
  readonly error: string | undefined;
}

export interface Timeline {
  readonly files: readonly AudioFile[];
  readonly total: number;
}

/** Returns the files in order with their offsets. */
export function arrange(files: readonly Omit<AudioFile, 'offset'>[]): Timeline {
  let total = 0;
  const arrangedFiles = files.map((file) => {
    const offset = total;
    total += file.seconds;
    return { ...file, offset };
  });
  return { files: arrangedFiles, total };
}

export const fileOf = ({ files }: Timeline, name: string): AudioFile | undefined =>
  files.find(({ file }) => file === name);

/** Returns the time on the timeline of a time in a file; undefined for a file that is not on it. */
export function toLine(timeline: Timeline, file: string, seconds: number): number | undefined {
  const audioFile = fileOf(timeline, file);
  return audioFile && audioFile.offset + seconds;
}

/** Returns the file at a time of the timeline, and the seconds in it. */
export function fromLine(
  { files }: Timeline,
  time: number,
): { file: AudioFile; seconds: number } | undefined {
  const file = files.findLast(({ offset }) => offset <= time) ?? files[0];
  return file && { file, seconds: Math.min(Math.max(time - file.offset, 0), file.seconds) };
}

/** Returns the pauses between two times of the timeline, in its time. */
export function silencesBetween({ files }: Timeline, from: number, to: number): Silence[] {
  return files
    .filter(({ offset, seconds }) => offset < to && offset + seconds > from)
    .flatMap(({ offset, silences }) => {
      const allSilences: Silence[] = [];
      for (let index = firstAfter(silences, from - offset); index < silences.length; index += 1) {
        const { start, end } = silences[index] ?? { start: 0, end: 0 };
        if (start > to - offset) break;
        allSilences.push({ start: start + offset, end: end + offset });
      }
      return allSilences;
    });
}
