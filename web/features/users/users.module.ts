import { IconUsers } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { rolesMessages } from './roles.messages.ts';
import { securityLogMessages } from './security-log.messages.ts';
import { userScreenMessages } from './user.messages.ts';
import { messages } from './users.messages.ts';

export const usersModule: Module<typeof messages> = {
  path: '/users',
  messages,
  navigation: { group: 'administration', icon: IconUsers, permission: 'users:manage' },
  screen: async () => (await import('./users-screen.tsx')).UsersScreen,
  help: 'users',
};

/** Opened from Users. */
export const rolesModule: Module<typeof rolesMessages> = {
  path: '/users/roles',
  messages: rolesMessages,
  screen: async () => (await import('./roles-screen.tsx')).RolesScreen,
  help: 'roles',
};

/** The page of a user. */
export const userModule: Module<typeof userScreenMessages> = {
  path: '/users/:id',
  messages: userScreenMessages,
  screen: async () => (await import('./user-screen.tsx')).UserScreen,
  help: 'user',
};

export const securityLogModule: Module<typeof securityLogMessages> = {
  path: '/settings/security-log',
  messages: securityLogMessages,
  screen: async () => (await import('./security-log-screen.tsx')).SecurityLogScreen,
  help: 'securityLog',
};
