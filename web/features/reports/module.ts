import { IconFileAnalytics } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

export const reportsModule: Module<typeof words> = {
  path: '/reports',
  words,
  navigation: { group: 'administration', icon: IconFileAnalytics },
  screen: async () => (await import('./reports-screen.tsx')).ReportsScreen,
};
