import { writeFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { decodeByFfmpeg } from './decode-ffmpeg.ts';
import { decodeSound } from './decode.ts';
import { type Measured, measureSound } from './measure.ts';
import { makePeaksFile } from './peaks-file.ts';

/* What the child process of a scan runs. Decoders are imported here and nowhere else. */

export interface ScanOrder {
  readonly path: string;
  /** Of the blob's key. */
  readonly extension: string;
  /** Where to write the course of the sound. */
  readonly peaksPath: string;
  /** A program `ffmpeg`, when there is one. */
  readonly ffmpeg: string | null;
}

export interface ScanResult extends Omit<Measured, 'peaks'> {
  readonly codec: string;
  /** As the file says, not as it was decoded. */
  readonly fileRate: number | null;
  readonly fileChannels: number | null;
}

async function measure(
  { path, extension, ffmpeg }: ScanOrder,
  facts: { seconds: number | undefined; channels: number; codec: string },
  progress: (fraction: number) => void,
): Promise<Measured | undefined> {
  if (ffmpeg !== null) {
    const measured = await measureSound(
      decodeByFfmpeg(ffmpeg, path, facts.channels),
      facts.seconds,
      progress,
    );
    if (measured) return measured;
  }
  const sound = await decodeSound(path, extension, /flac/i.test(facts.codec));
  return measureSound(sound, facts.seconds, progress);
}

/** Measures a file. @returns what was found; the course of the sound is written to `peaksPath` @throws Error when nothing can be decoded */
export async function run(
  order: ScanOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<ScanResult> {
  const { format } = await parseFile(order.path, { duration: false, skipCovers: true });
  const facts = {
    seconds: format.duration,
    channels: format.numberOfChannels ?? 2,
    codec: format.codec ?? order.extension,
  };
  const measured = await measure(order, facts, (fraction) => progress(fraction, 'Listening'));
  if (!measured) throw new Error('Nothing of the sound could be decoded.');
  const { peaks, ...rest } = measured;
  await writeFile(order.peaksPath, makePeaksFile(peaks));
  return {
    ...rest,
    codec: facts.codec,
    fileRate: format.sampleRate ?? null,
    fileChannels: format.numberOfChannels ?? null,
  };
}
