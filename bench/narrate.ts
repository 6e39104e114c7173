import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitSentences } from '#server/features/book-content/alignment/sentences';
import { randomFrom } from './random.ts';

/*
 * Generates narrations with known times. A program reads a text aloud sentence by sentence with pauses, breaths and noise. The opening
 * and the closing are not in the text. Some sentences are omitted and some are added.
 */

export const RATE = 22_050;

export interface Voice {
  readonly engine: 'espeak-ng' | 'flite';
  readonly name: string;
}

export interface Narration {
  readonly samples: Float32Array;
  readonly seconds: number;
  readonly texts: readonly string[];
  /** The start and end of each sentence in seconds; undefined for an omitted sentence. */
  readonly truth: readonly (readonly [start: number, end: number] | undefined)[];
}

/** The difficulties of a narration. */
export interface Problem {
  /** The voice that reads every third text. */
  readonly second?: Voice;
  /** The noise level in decibels. Default: -58. */
  readonly noiseDb?: number;
  readonly hasEcho?: boolean;
  readonly hasMusic?: boolean;
  /** The variation of reading speed between texts. Default: 0.07. */
  readonly speed?: number;
  /** True if two texts are read in swapped order. */
  readonly isSwapped?: boolean;
}

const WORDS_A_MINUTE = 165;
const QUIET = 150 / 32_768;

function readWav(wav: Buffer): Float32Array {
  const offset = wav.indexOf('data');
  if (offset < 0 || wav.length < 100) return new Float32Array();
  const rate = wav.readUInt32LE(24);
  const count = (wav.length - offset - 8) >> 1;
  const length = Math.floor((count * RATE) / rate);
  const sampleAt = (index: number) => wav.readInt16LE(offset + 8 + 2 * Math.min(count - 1, index)) / 32_768;
  const samples = Float32Array.from({ length }, (_, index) => {
    const exact = (index * rate) / RATE;
    const low = Math.floor(exact);
    return sampleAt(low) + (exact - low) * (sampleAt(low + 1) - sampleAt(low));
  });
  const isLoud = (sample: number) => Math.abs(sample) >= QUIET;
  return samples.subarray(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}

function synthesize({ engine, name }: Voice, text: string, speed: number): Float32Array {
  if (engine === 'espeak-ng')
    return readWav(
      spawnSync('espeak-ng', ['-v', name, '-s', String(Math.round(speed)), '--stdout', '--stdin'], {
        input: text,
        maxBuffer: 1e9,
      }).stdout,
    );
  const folder = mkdtempSync(join(tmpdir(), 'lectern-narrate-'));
  try {
    writeFileSync(join(folder, 'text'), text);
    const stretch = (WORDS_A_MINUTE / speed).toFixed(2);
    const args = ['-voice', name, '--setf', `duration_stretch=${stretch}`, '-f', join(folder, 'text')];
    spawnSync('flite', [...args, '-o', join(folder, 'wav')]);
    return readWav(readFileSync(join(folder, 'wav')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads texts aloud. @param foreign sentences that are not in the texts */
export function narrate(
  texts: readonly string[],
  {
    foreign,
    language,
    voice,
    seed,
    problem = {},
  }: {
    readonly foreign: readonly string[];
    readonly language: string;
    readonly voice: Voice;
    readonly seed: number;
    readonly problem?: Problem | undefined;
  },
): Narration {
  const draw = randomFrom(seed);
  const random = () => draw(2 ** 30) / 2 ** 30;
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const around = (middle: number, spread: number) => middle * Math.exp(spread * gauss());
  const anyForeign = () => foreign[Math.floor(random() * foreign.length)] ?? '';
  const chunks: Float32Array[] = [];
  let length = 0;
  const push = (samples: Float32Array) => {
    chunks.push(samples);
    length += samples.length;
  };
  const rest = (seconds: number) => {
    const samples = new Float32Array(Math.round(seconds * RATE));
    // Adds a breath before some sentences.
    if (seconds > 0.5 && random() < 0.4) {
      const breath = Math.round((0.15 + 0.2 * random()) * RATE);
      const from = Math.max(0, samples.length - breath - Math.round(0.08 * RATE));
      const height = 10 ** (-(36 + 8 * random()) / 20);
      let last = 0;
      for (let index = 0; index < breath && from + index < samples.length; index += 1) {
        last = 0.6 * last + 0.4 * (random() * 2 - 1);
        samples[from + index] = last * height * 2 * Math.sin((Math.PI * index) / breath);
      }
    }
    push(samples);
  };
  const speak = (who: Voice, text: string, speed: number): [number, number] => {
    const start = length / RATE;
    let waitingText = '';
    const clauses = text.split(/(?<=[,;:]) /);
    for (const [index, clause] of clauses.entries()) {
      waitingText += `${waitingText ? ' ' : ''}${clause}`;
      if (index === clauses.length - 1 || random() >= 0.2 || waitingText.length <= 15) continue;
      push(synthesize(who, waitingText, speed));
      rest(around(0.38, 0.3));
      waitingText = '';
    }
    push(synthesize(who, waitingText, speed));
    return [start, length / RATE];
  };

  const sentences = splitSentences(
    texts.map((text) => ({ text })),
    language,
  );
  const truth: ([number, number] | undefined)[] = sentences.map(() => undefined);
  rest(0.5 + random());
  for (let count = 0; count < 3; count += 1) {
    speak(voice, anyForeign().slice(0, 120), WORDS_A_MINUTE);
    rest(around(0.8, 0.3));
  }
  rest(1.5 + random());
  const openingLength = length;
  const order = texts.map((_, index) => index);
  if (problem.isSwapped && order.length > 8) [order[4], order[6]] = [order[6] ?? 6, order[4] ?? 4];
  for (const item of order) {
    const speed = WORDS_A_MINUTE * (1 + (problem.speed ?? 0.07) * Math.max(-2, Math.min(2, gauss())));
    const who = problem.second && item % 3 === 2 ? problem.second : voice;
    for (const [index, sentence] of sentences.entries()) {
      if (sentence.item !== item || random() < 0.03) continue;
      if (random() < 0.02) {
        speak(who, anyForeign().slice(0, 90), speed);
        rest(around(0.55, 0.35));
      }
      truth[index] = speak(who, sentence.text, speed * (1 + 0.03 * gauss()));
      rest(
        sentence.isLast ? around(0.95, 0.35) : random() < 0.07 ? 0.08 + 0.1 * random() : around(0.55, 0.35),
      );
    }
  }
  rest(1.5);
  speak(voice, anyForeign().slice(0, 100), WORDS_A_MINUTE);
  rest(1);

  const samples = new Float32Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    samples.set(chunk, offset);
    offset += chunk.length;
  }
  if (problem.hasEcho)
    for (const [delay, share] of [
      [0.031, 0.35],
      [0.057, 0.25],
      [0.109, 0.16],
    ] as const) {
      const behind = Math.round(delay * RATE);
      for (let index = samples.length - 1; index >= behind; index -= 1)
        samples[index] = (samples[index] ?? 0) + share * (samples[index - behind] ?? 0);
    }
  const noise = 10 ** ((problem.noiseDb ?? -58) / 20) * 1.2;
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / RATE;
    const fade = Math.max(0, 1 - Math.max(0, index - openingLength) / (8 * RATE));
    const chord = [220, 277.2, 329.6].reduce(
      (sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * seconds),
      0,
    );
    const music = problem.hasMusic && fade > 0 ? 0.03 * fade * chord : 0;
    samples[index] = (samples[index] ?? 0) * 0.7 + music + noise * (random() * 2 - 1);
  }
  return { samples, seconds: length / RATE, texts, truth };
}
