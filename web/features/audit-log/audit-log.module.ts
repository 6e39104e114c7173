import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './audit-log.messages.ts';

/** The audit log of all records and the history of one. */
export const auditLogModule: Module<FirstMessages<typeof messages>> = {
  path: '/history/:kind/:id',
  messages: { heading: 'History' },
  screen: async () => (await import('./history-screen.tsx')).HistoryScreen,
  help: 'history',
};

/** One change with the values before and after. */
export const changeModule: Module<{ readonly heading: 'Change details' }> = {
  path: '/history/entries/:id',
  messages: { heading: 'Change details' },
  screen: async () => (await import('./change-screen.tsx')).ChangeScreen,
  help: 'change',
};

/** Deleted records until their permanent deletion. */
export const trashModule: Module<{ readonly heading: 'Trash' }> = {
  path: '/trash',
  messages: { heading: 'Trash' },
  screen: async () => (await import('#web/features/trash/trash-screen.tsx')).TrashScreen,
  help: 'trash',
};
