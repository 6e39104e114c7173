import { IconUsers } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { rolesWords } from './roles-words.ts';
import { securityLogWords } from './security-log-words.ts';
import { userWords } from './user-words.ts';
import { words } from './words.ts';

export const usersModule: Module<typeof words> = {
  path: '/users',
  words,
  navigation: { group: 'administration', icon: IconUsers, permission: 'users:manage' },
  screen: async () => (await import('./users-screen.tsx')).UsersScreen,
};

/** Reached from Users. */
export const rolesModule: Module<typeof rolesWords> = {
  path: '/users/roles',
  words: rolesWords,
  screen: async () => (await import('./roles-screen.tsx')).RolesScreen,
};

/** A person's page. */
export const userModule: Module<typeof userWords> = {
  path: '/users/:id',
  words: userWords,
  screen: async () => (await import('./user-screen.tsx')).UserScreen,
};

export const securityLogModule: Module<typeof securityLogWords> = {
  path: '/settings/security-log',
  words: securityLogWords,
  screen: async () => (await import('./security-log-screen.tsx')).SecurityLogScreen,
};
