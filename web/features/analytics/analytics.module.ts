import { IconChartDots3 } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './analytics.messages.ts';

export const analyticsModule: Module<FirstMessages<typeof messages>> = {
  path: '/analytics',
  messages: { heading: 'Analytics' },
  navigation: { group: 'administration', icon: IconChartDots3 },
  screen: async () => (await import('./analytics-screen.tsx')).AnalyticsScreen,
  help: 'analytics',
};
