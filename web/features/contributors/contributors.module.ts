import { IconUsersGroup } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './contributors.messages.ts';

/** The contributors of all books, with any role. */
export const contributorsModule: Module<typeof messages> = {
  path: '/contributors',
  messages,
  navigation: { group: 'catalogue', icon: IconUsersGroup },
  screen: async () => (await import('./contributors-screen.tsx')).ContributorsScreen,
  help: 'contributors',
};

/** The page of a contributor. */
export const contributorModule: Module<{ readonly heading: 'Contributor' }> = {
  path: '/contributors/:id',
  messages: { heading: 'Contributor' },
  screen: async () => (await import('./contributor-page.tsx')).ContributorPage,
  help: 'contributors',
};
