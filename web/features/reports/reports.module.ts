import { IconFileAnalytics } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './reports.messages.ts';

export const reportsModule: Module<FirstMessages<typeof messages, 'health' | 'auditLog'>> = {
  path: '/reports',
  messages: { heading: 'Reports', health: 'Catalogue health', auditLog: 'Audit log' },
  navigation: { group: 'administration', icon: IconFileAnalytics },
  screen: async () => (await import('./reports-screen.tsx')).ReportsScreen,
  help: 'reports',
};
