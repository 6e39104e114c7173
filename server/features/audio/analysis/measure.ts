import { AppError } from '#server/core/errors';
import { createFeatureReader } from './acoustic-features.ts';
import { createClickMeter, findClicksInPauses, mergeClicks } from './clicks.ts';
import { createLevelMeter } from './levels.ts';
import { createLoudnessMeter } from './loudness.ts';
import type { AudioFeatures } from './features-file.ts';
import { findSilences } from './silences.ts';
import { type AudioStream, toMono } from './audio-stream.ts';
import { createSampleMeter, findProblems, mergeClipped } from './audio-problems.ts';

export interface Measured extends AudioFeatures {
  readonly sampleRate: number;
  readonly channels: number;
  readonly floorDb: number;
  readonly speechDb: number;
  readonly lufs: number | null;
  readonly truePeakDb: number | null;
  /** The RMS level of all channels in dBFS. */
  readonly rmsDb: number | null;
  /** In hundredths of a second. */
  readonly silences: readonly (readonly [number, number])[];
  /** Start and end of the parts where the audio is clipped, in hundredths of a second. */
  readonly clipped: readonly (readonly [number, number])[];
  /** In hundredths of a second. */
  readonly clicks: readonly number[];
  readonly problems: readonly string[];
  /** 100 per second. */
  readonly peaks: Uint8Array;
}

/** Returns the RMS level of all channels in dBFS; null for silence. @param length the number of samples of a channel */
function rmsOf(channels: readonly { power(): number }[], length: number): number | null {
  const power = channels.reduce((sum, channel) => sum + channel.power(), 0);
  return power === 0 ? null : 10 * Math.log10(power / (channels.length * length));
}

/**
 * Measures audio in one pass. Audio that ends early is measured up to there; undefined when nothing was decoded.
 * @throws AppError for audio that cannot be decoded
 */
export async function measureAudio(
  audio: AudioStream,
  declaredSeconds: number | undefined,
  progress: (fraction: number) => void,
): Promise<Measured | undefined> {
  let meters:
    | {
        rate: number;
        level: ReturnType<typeof createLevelMeter>;
        loudness: ReturnType<typeof createLoudnessMeter>;
        clicks: ReturnType<typeof createClickMeter>;
        features: ReturnType<typeof createFeatureReader>;
        samples: ReturnType<typeof createSampleMeter>[];
      }
    | undefined;
  let damage: string | undefined;
  try {
    for await (const { sampleRate, channels } of audio) {
      if (!channels[0]?.length) continue;
      meters ??= {
        rate: sampleRate,
        level: createLevelMeter(sampleRate),
        loudness: createLoudnessMeter(sampleRate, channels.length),
        clicks: createClickMeter(sampleRate),
        features: createFeatureReader(sampleRate),
        samples: channels.map(() => createSampleMeter(sampleRate)),
      };
      const mono = toMono(channels);
      meters.level.push(mono);
      meters.clicks.push(mono);
      meters.features.push(mono);
      meters.loudness.push(channels);
      channels.forEach((samples, channel) => meters?.samples[channel]?.push(samples));
      if (declaredSeconds) progress(Math.min(1, meters.level.position() / meters.rate / declaredSeconds));
    }
  } catch (error) {
    // The error states why the audio cannot be decoded.
    if (error instanceof AppError) throw error;
    damage = error instanceof Error ? error.message : String(error);
  }
  if (!meters) return undefined;
  const { peaks, levels } = meters.level.end();
  const silences = findSilences(levels);
  const { integrated, truePeak } = meters.loudness.end();
  const seconds = meters.level.position() / meters.rate;
  return {
    seconds,
    sampleRate: meters.rate,
    channels: meters.samples.length,
    floorDb: silences.floorDb,
    speechDb: silences.speechDb,
    lufs: integrated,
    truePeakDb: truePeak,
    rmsDb: rmsOf(meters.samples, meters.level.position()),
    silences: silences.list,
    clipped: mergeClipped(meters.samples.map((counter) => counter.clipped())),
    clicks: mergeClicks(meters.clicks.clicks(), findClicksInPauses(levels, silences.speechDb)),
    problems: findProblems({
      seconds,
      declaredSeconds,
      silences,
      clips: meters.samples.reduce((sum, counter) => sum + counter.clips(), 0),
      highest: meters.samples.map((counter) => counter.highest()),
      damage,
    }),
    peaks,
    levels,
    features: meters.features.end(),
  };
}
