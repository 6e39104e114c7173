import { IconChartDots3 } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './analytics.messages.ts';

export const analyticsModule: Module<typeof messages> = {
  path: '/analytics',
  messages,
  navigation: { group: 'administration', icon: IconChartDots3 },
  screen: async () => (await import('./analytics-screen.tsx')).AnalyticsScreen,
  help: 'analytics',
};
