import { IconUsers } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

export const usersModule: Module<typeof words> = {
  path: '/users',
  words,
  navigation: { group: 'administration', icon: IconUsers, permission: 'users:manage' },
  screen: async () => (await import('./users-screen.tsx')).UsersScreen,
};
