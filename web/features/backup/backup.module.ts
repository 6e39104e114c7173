import type { Module } from '#web/core/lib/module.ts';
import { messages } from './backup.messages.ts';

export const backupModule: Module<typeof messages> = {
  path: '/settings/backup',
  messages,
  screen: async () => (await import('./backup-screen.tsx')).BackupScreen,
  help: 'backup',
};
