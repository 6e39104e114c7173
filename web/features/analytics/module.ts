import { IconChartDots3 } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

export const analyticsModule: Module<typeof words> = {
  path: '/analytics',
  words,
  navigation: { group: 'administration', icon: IconChartDots3 },
  screen: async () => (await import('./analytics-screen.tsx')).AnalyticsScreen,
};
