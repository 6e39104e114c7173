import { IconUsers } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { rolesMessages } from './roles.messages.ts';
import type { securityLogMessages } from './security-log.messages.ts';
import type { userScreenMessages } from './user.messages.ts';
import type { messages } from './users.messages.ts';

export const usersModule: Module<FirstMessages<typeof messages>> = {
  path: '/users',
  messages: { heading: 'Users' },
  navigation: { group: 'administration', icon: IconUsers, permission: 'users:manage' },
  screen: async () => (await import('./users-screen.tsx')).UsersScreen,
  help: 'users',
};

/** Opened from Users. */
export const rolesModule: Module<FirstMessages<typeof rolesMessages>> = {
  path: '/users/roles',
  messages: { heading: 'Roles' },
  screen: async () => (await import('./roles-screen.tsx')).RolesScreen,
  help: 'roles',
};

/** The page of a user. */
export const userModule: Module<FirstMessages<typeof userScreenMessages>> = {
  path: '/users/:id',
  messages: { heading: 'User' },
  screen: async () => (await import('./user-screen.tsx')).UserScreen,
  help: 'user',
};

export const securityLogModule: Module<FirstMessages<typeof securityLogMessages>> = {
  path: '/settings/security-log',
  messages: { heading: 'Security log' },
  screen: async () => (await import('./security-log-screen.tsx')).SecurityLogScreen,
  help: 'securityLog',
};
