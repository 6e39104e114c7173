import { writeFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { AppError } from '#server/core/errors';
import { decodeByFfmpeg } from './decode-ffmpeg.ts';
import { decodeAudio } from './decode.ts';
import { makeFeaturesFile } from './features-file.ts';
import { type Measured, measureAudio } from './measure.ts';
import { makePeaksFile } from './peaks-file.ts';

/* The child process of an audio analysis. Only this module imports the decoders. */

export interface AudioAnalysisOrder {
  readonly path: string;
  /** Extension of the blob's key. */
  readonly extension: string;
  /** Path of the waveform file to write. */
  readonly peaksPath: string;
  /** Path of the file to write with the features for alignments. */
  readonly featuresPath: string;
  /** The path of `ffmpeg`, if installed. */
  readonly ffmpeg: string | null;
}

/** Properties of the audio as the file declares them. */
export interface DeclaredAudio {
  readonly codec: string;
  readonly fileSeconds: number | null;
  readonly fileRate: number | null;
  readonly fileChannels: number | null;
}

export type AudioAnalysisResult = DeclaredAudio &
  (
    | ({ readonly state: 'done' } & Omit<Measured, 'peaks' | 'levels' | 'features'>)
    /** `sentence` is null for a file that is damaged or of an unknown type. */
    | { readonly state: 'failed'; readonly message: string | null }
  );

async function measure(
  { path, extension, ffmpeg }: AudioAnalysisOrder,
  projection: { seconds: number | undefined; channels: number; codec: string },
  progress: (fraction: number) => void,
): Promise<Measured | undefined> {
  if (ffmpeg !== null) {
    const measurement = await measureAudio(
      decodeByFfmpeg(ffmpeg, path, projection.channels),
      projection.seconds,
      progress,
    );
    if (measurement) return measurement;
  }
  const audio = await decodeAudio(path, extension, { isFlac: /flac/i.test(projection.codec) });
  return measureAudio(audio, projection.seconds, progress);
}

/**
 * Analyses a file and writes its waveform and features. @returns the result; for audio that cannot be decoded, its declared values.
 * @throws Error for files without audio; AppError 5xx for errors that a retry may solve
 */
export async function run(
  order: AudioAnalysisOrder,
  progress: (fraction: number, stage?: string) => void,
): Promise<AudioAnalysisResult> {
  const { format } = await parseFile(order.path, { duration: false, skipCovers: true });
  const { duration = 0, numberOfChannels = null, sampleRate = null, codec = order.extension } = format;
  const description: DeclaredAudio = {
    codec,
    fileSeconds: Number.isFinite(duration) && duration > 0 ? duration : null,
    fileRate: sampleRate,
    fileChannels: numberOfChannels,
  };
  const projection = {
    seconds: description.fileSeconds ?? undefined,
    channels: numberOfChannels ?? 2,
    codec,
  };
  let measurement: Measured | undefined;
  try {
    measurement = await measure(order, projection, (fraction) => progress(fraction, 'Analysing audio'));
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) throw error;
    return { ...description, state: 'failed', message: error instanceof AppError ? error.message : null };
  }
  if (!measurement) return { ...description, state: 'failed', message: null };
  const { peaks, levels, features, ...rest } = measurement;
  await writeFile(order.peaksPath, makePeaksFile(peaks));
  await writeFile(order.featuresPath, makeFeaturesFile({ seconds: rest.seconds, levels, features }));
  return { ...rest, ...description, state: 'done' };
}
