import type { Problem, Voice } from './narrate.ts';

/* The narrations of `bench/align.ts`. Constants are tuned on one half. The `other` groups measure the accuracy without tuning. */

const espeak = (name: string): Voice => ({ engine: 'espeak-ng', name });
const flite = (name: string): Voice => ({ engine: 'flite', name });

export type Language = 'en' | 'es' | 'pt' | 'tr';

export interface Case {
  readonly name: string;
  readonly group: 'ten' | 'harder' | 'short' | 'other ten' | 'other harder' | 'other short';
  readonly language: Language;
  readonly voice: Voice;
  readonly seed: number;
  readonly problem?: Problem;
  /** The index of the first text and the minimum number of characters of a short narration. */
  readonly excerpt?: { readonly from: number; readonly length: number };
}

const plain = (
  group: Case['group'],
  seed: number,
  voices: Readonly<Record<string, readonly [Language, Voice]>>,
): Case[] =>
  Object.entries(voices).map(([name, [language, voice]]) => ({ name, group, language, voice, seed }));

function harder(
  group: Case['group'],
  {
    tag,
    seed,
    voices,
  }: {
    readonly tag: string;
    readonly seed: number;
    readonly voices: Readonly<Record<Language | 'second', Voice>>;
  },
): Case[] {
  const { en, es, pt, tr, second } = voices;
  return [
    { name: `two-voices${tag}`, group, language: 'en', voice: en, seed, problem: { second } },
    { name: `music${tag}`, group, language: 'en', voice: en, seed, problem: { hasMusic: true } },
    { name: `echo${tag}`, group, language: 'es', voice: es, seed, problem: { hasEcho: true } },
    { name: `noise${tag}`, group, language: 'pt', voice: pt, seed, problem: { noiseDb: -40 } },
    { name: `speed${tag}`, group, language: 'tr', voice: tr, seed, problem: { speed: 0.2 } },
    { name: `order${tag}`, group, language: 'en', voice: second, seed, problem: { isSwapped: true } },
  ];
}

const lengths = [1_000, 1_500, 2_200];

/** Narrations of two to four minutes with an opening of half a minute. */
const short = (
  group: Case['group'],
  seeds: readonly number[],
  voices: readonly (readonly [Language, Voice])[],
): Case[] =>
  voices.flatMap(([language, voice], index) =>
    seeds.map(
      (seed, position): Case => ({
        name: `short-${voice.name}-${seed}`,
        group,
        language,
        voice,
        seed,
        excerpt: { from: seed * 5 + index * 3, length: lengths[(index + position) % lengths.length] ?? 0 },
      }),
    ),
  );

export const cases: readonly Case[] = [
  ...plain('ten', 1, {
    'en-1': ['en', espeak('en-gb')],
    'en-2': ['en', espeak('en-us+f3')],
    'en-3': ['en', flite('slt')],
    'en-4': ['en', flite('rms')],
    'es-1': ['es', espeak('es')],
    'es-2': ['es', espeak('es-419+f2')],
    'pt-1': ['pt', espeak('pt')],
    'pt-2': ['pt', espeak('pt-br+f4')],
    'tr-1': ['tr', espeak('tr')],
    'tr-2': ['tr', espeak('tr+f2')],
  }),
  ...harder('harder', {
    tag: '',
    seed: 1,
    voices: {
      en: flite('slt'),
      es: espeak('es'),
      pt: espeak('pt'),
      tr: espeak('tr'),
      second: flite('rms'),
    },
  }),
  ...short(
    'short',
    [1, 2, 3],
    [
      ['en', flite('slt')],
      ['en', espeak('en-gb')],
      ['en', flite('rms')],
      ['es', espeak('es')],
      ['pt', espeak('pt-br+f4')],
      ['tr', espeak('tr+f2')],
    ],
  ),
  ...plain('other ten', 7, {
    'other-en-1': ['en', espeak('en-us+m3')],
    'other-en-2': ['en', flite('awb')],
    'other-en-3': ['en', flite('kal')],
    'other-es': ['es', espeak('es+m4')],
    'other-pt': ['pt', espeak('pt+f5')],
    'other-tr': ['tr', espeak('tr+m7')],
  }),
  ...harder('other harder', {
    tag: '-2',
    seed: 11,
    voices: {
      en: flite('awb'),
      es: espeak('es-419+m2'),
      pt: espeak('pt-br+m1'),
      tr: espeak('tr+f4'),
      second: flite('slt'),
    },
  }),
  ...short(
    'other short',
    [21, 22, 23],
    [
      ['en', flite('awb')],
      ['en', espeak('en-us+m3')],
      ['es', espeak('es-419+f2')],
      ['pt', espeak('pt')],
      ['tr', espeak('tr')],
    ],
  ),
];
