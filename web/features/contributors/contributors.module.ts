import { IconUsersGroup } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './contributors.messages.ts';

/** The people with roles on books. */
export const contributorsModule: Module<typeof messages> = {
  path: '/contributors',
  messages,
  navigation: { group: 'catalogue', icon: IconUsersGroup },
  screen: async () => (await import('./contributors-screen.tsx')).ContributorsScreen,
  help: 'contributors',
};
