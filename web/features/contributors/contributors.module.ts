import { IconUsersGroup } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './contributors.messages.ts';

/** The contributors of all books, with any role. */
export const contributorsModule: Module<FirstMessages<typeof messages>> = {
  path: '/contributors',
  messages: { heading: 'Contributors' },
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
