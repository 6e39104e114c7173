import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './backup.messages.ts';

export const backupModule: Module<FirstMessages<typeof messages>> = {
  path: '/settings/backup',
  messages: { heading: 'Backup' },
  screen: async () => (await import('./backup-screen.tsx')).BackupScreen,
  help: 'backup',
};
