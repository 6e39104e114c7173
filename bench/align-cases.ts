import type { Problem, Voice } from './narrate.ts';

/* The narrations of `bench/align.ts`. Constants are tuned on one half. The `other` groups measure the accuracy without tuning. */

export type Language = 'en' | 'es' | 'pt' | 'tr';
type Group = 'ten' | 'harder' | 'short' | 'other ten' | 'other harder' | 'other short';

export interface Case {
  readonly name: string;
  readonly group: Group;
  readonly language: Language;
  readonly voice: Voice;
  readonly seed: number;
  readonly problem?: Problem;
  /** The index of the first text and the minimum number of characters of a short narration. */
  readonly excerpt?: { readonly from: number; readonly length: number };
}

/** Returns the voice of a language and name. The voices of flite have names of three letters. */
function voiceOf(spec: string): { language: Language; voice: Voice } {
  const [language = 'en', name = ''] = spec.split(' ');
  const engine = /^(awb|kal|rms|slt)$/.test(name) ? 'flite' : 'espeak-ng';
  return { language: language as Language, voice: { engine, name } };
}

const plain = (group: Group, seed: number, specs: readonly string[]): Case[] =>
  specs.map((spec) => ({ name: spec, group, seed, ...voiceOf(spec) }));

const problems: readonly (readonly [name: string, problem: (second: Voice) => Problem])[] = [
  ['two voices', (second) => ({ second })],
  ['music', () => ({ hasMusic: true })],
  ['echo', () => ({ hasEcho: true })],
  ['noise', () => ({ noiseDb: -40 })],
  ['speed', () => ({ speed: 0.2 })],
  ['order', () => ({ isSwapped: true })],
];

/** @param specs the voice of each problem; the last one also reads the second voice */
const harder = (group: Group, seed: number, specs: readonly string[]): Case[] =>
  problems.map(([problem, problemOf], index) => ({
    name: `${problem} ${seed}`,
    group,
    seed,
    ...voiceOf(specs[index] ?? ''),
    problem: problemOf(voiceOf(specs.at(-1) ?? '').voice),
  }));

const lengths = [1_000, 1_500, 2_200];

/** Narrations of two to four minutes with an opening of half a minute. */
const short = (group: Group, seeds: readonly number[], specs: readonly string[]): Case[] =>
  specs.flatMap((spec, index) =>
    seeds.map((seed, position) => ({
      name: `${spec} ${seed}`,
      group,
      seed,
      ...voiceOf(spec),
      excerpt: { from: seed * 5 + index * 3, length: lengths[(index + position) % lengths.length] ?? 0 },
    })),
  );

const ten = 'en en-gb,en en-us+f3,en slt,en rms,es es,es es-419+f2,pt pt,pt pt-br+f4,tr tr,tr tr+f2';
const otherTen = 'en en-us+m3,en awb,en kal,es es+m4,pt pt+f5,tr tr+m7';

export const cases: readonly Case[] = [
  ...plain('ten', 1, ten.split(',')),
  ...harder('harder', 1, ['en slt', 'en slt', 'es es', 'pt pt', 'tr tr', 'en rms']),
  ...short('short', [1, 2, 3], ['en slt', 'en en-gb', 'en rms', 'es es', 'pt pt-br+f4', 'tr tr+f2']),
  ...plain('other ten', 7, otherTen.split(',')),
  ...harder('other harder', 11, ['en awb', 'en awb', 'es es-419+m2', 'pt pt-br+m1', 'tr tr+f4', 'en slt']),
  ...short('other short', [21, 22, 23], ['en awb', 'en en-us+m3', 'es es-419+f2', 'pt pt', 'tr tr']),
];
