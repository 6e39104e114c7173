import { IconFileAnalytics } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './reports.messages.ts';

export const reportsModule: Module<typeof messages> = {
  path: '/reports',
  messages,
  navigation: { group: 'administration', icon: IconFileAnalytics },
  screen: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  help: 'reports',
};
