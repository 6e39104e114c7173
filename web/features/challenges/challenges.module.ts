import { IconTargetArrow } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { challengesSlice } from './challenges.slice.ts';
import type { messages } from './challenges.messages.ts';

export const challengesModule: Module<FirstMessages<typeof messages, 'entry'>> = {
  path: '/challenges',
  messages: { heading: 'Reading Challenges', entry: 'Challenges' },
  slice: challengesSlice,
  navigation: { group: 'catalogue', icon: IconTargetArrow },
  screen: async () => (await import('./challenges-screen.tsx')).ChallengesScreen,
  help: 'challenges',
};

/** The page of one record. */
export const challengeModule: Module<{ readonly heading: 'Challenge' }> = {
  path: '/challenges/:id',
  messages: { heading: 'Challenge' },
  screen: async () => (await import('./challenge-page.tsx')).ChallengePage,
  help: 'record',
};
