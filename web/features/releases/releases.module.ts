import { IconCalendarEvent } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './releases.messages.ts';

export const releasesModule: Module<FirstMessages<typeof messages>> = {
  path: '/releases',
  messages: { heading: 'Releases' },
  navigation: { group: 'catalogue', icon: IconCalendarEvent, permission: 'releases:edit' },
  screen: async () => (await import('./releases-screen.tsx')).ReleasesScreen,
  help: 'releases',
};

/** The page of a release. */
export const releaseModule: Module<{ readonly heading: 'Release' }> = {
  path: '/releases/:id',
  messages: { heading: 'Release' },
  screen: async () => (await import('./release-screen.tsx')).ReleaseScreen,
  help: 'releases',
};
