import { FRAMES_A_SECOND } from './features.ts';
import type { LoadedModel } from './load-model.ts';
import { createResampler } from './resample.ts';

/* The scores that a model gives to the frames of a recording. The audio is scored in windows, so the memory does not grow with it. */

/** Seconds of a window, and of the audio around it that the model hears too. */
const WINDOW = 10;
const MARGIN = 1;
/** Steps of a stored score within a natural logarithm. */
export const SCORE_STEPS = 16;
const LOWEST = 255;

/** Negative log probabilities of each token, one byte each, in the frames of the search. */
export interface ModelScores {
  readonly frames: number;
  readonly tokens: number;
  readonly bytes: Uint8Array;
}

/** Returns the scores of the frames from `from` up to `to`. Frames after the end have the blank token. */
export function sliceScores(
  blocks: readonly ModelScores[],
  { from, to, blank }: { readonly from: number; readonly to: number; readonly blank: number },
): ModelScores {
  const frames = Math.max(0, to - from);
  const tokens = blocks[0]?.tokens ?? blank + 1;
  const bytes = new Uint8Array(frames * tokens).fill(LOWEST);
  for (let frame = 0; frame < frames; frame += 1) bytes[frame * tokens + blank] = 0;
  let first = -from;
  for (const block of blocks) {
    const start = Math.max(0, first);
    const end = Math.min(frames, first + block.frames);
    if (end > start)
      bytes.set(block.bytes.subarray((start - first) * tokens, (end - first) * tokens), start * tokens);
    first += block.frames;
  }
  return { frames, tokens, bytes };
}

/** Returns the scores of a frame of the output as bytes. The output can be unnormalised. */
function toBytes(scores: Float32Array): Uint8Array {
  const best = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const whole = best + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - best), 0));
  return Uint8Array.from(scores, (score) => Math.min(LOWEST, Math.round((whole - score) * SCORE_STEPS)));
}

/** Scores streamed audio with a model. @param sampleRate of the pushed samples */
export function createScoreReader({ model, run }: LoadedModel, sampleRate: number) {
  const { sample_rate: rate, frame_seconds: seconds } = model;
  const tokens = model.tokens.length;
  const resample = createResampler(sampleRate, rate);
  const blocks: ModelScores[] = [];
  /** Samples from the margin before the next window on. */
  let buffer = new Float32Array();
  let margin = 0;

  async function score(frames: number, samples: Float32Array): Promise<void> {
    const output = await run(samples);
    const bytes = new Uint8Array(frames * tokens);
    for (let frame = 0; frame < frames; frame += 1) {
      const time = margin / rate + (frame + 0.5) / FRAMES_A_SECOND;
      const index = Math.min(output.frames - 1, Math.floor(time / seconds));
      bytes.set(toBytes(output.values.subarray(index * tokens, (index + 1) * tokens)), frame * tokens);
    }
    blocks.push({ frames, tokens, bytes });
  }

  return {
    async push(samples: Float32Array): Promise<void> {
      const ownSamples = resample(samples);
      const allSamples = new Float32Array(buffer.length + ownSamples.length);
      allSamples.set(buffer);
      allSamples.set(ownSamples, buffer.length);
      buffer = allSamples;
      const window = WINDOW * rate;
      const around = MARGIN * rate;
      while (buffer.length >= margin + window + around) {
        await score(WINDOW * FRAMES_A_SECOND, buffer.subarray(0, margin + window + around));
        buffer = buffer.slice(margin + window - around);
        margin = around;
      }
    },
    async end(): Promise<readonly ModelScores[]> {
      const frames = Math.floor(((buffer.length - margin) / rate) * FRAMES_A_SECOND);
      if (frames > 0) {
        // A model can reject audio that is shorter than a sound.
        const samples = new Float32Array(Math.max(buffer.length, MARGIN * rate));
        samples.set(buffer);
        await score(frames, samples);
      }
      return blocks;
    },
  };
}
