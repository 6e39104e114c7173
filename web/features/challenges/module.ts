import { IconTargetArrow } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { challengesSlice } from './challenges-slice.ts';
import { words } from './words.ts';

export const challengesModule: Module<typeof words> = {
  path: '/challenges',
  words,
  slice: challengesSlice,
  navigation: { group: 'catalogue', icon: IconTargetArrow },
  screen: async () => (await import('./challenges-screen.tsx')).ChallengesScreen,
};
