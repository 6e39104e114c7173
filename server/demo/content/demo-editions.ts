import type { DemoEdition } from './demo-types.ts';

export const demoEditions: readonly DemoEdition[] = [
  {
    of: 'the-clockmaker-of-pennyfold',
    name: 'El Relojero de Pennyfold',
    language: 4,
    translator: 'Marina Alcázar',
    narrator: 'Julio Berrocal',
    abridgement: 'unabridged',
    durationSeconds: 1_140,
  },
  {
    of: 'the-clockmaker-of-pennyfold',
    name: 'O Relojoeiro de Pennyfold',
    language: 2,
    translator: 'Helena Saldanha',
    narrator: 'Rui Teixoso',
    abridgement: 'abridged',
    durationSeconds: 720,
  },
  {
    of: 'the-drowned-parish',
    name: 'La Parroquia Ahogada',
    language: 4,
    translator: 'Marina Alcázar',
    narrator: 'Inés Cardoner',
    abridgement: 'unabridged',
    durationSeconds: 28_440,
  },
];
