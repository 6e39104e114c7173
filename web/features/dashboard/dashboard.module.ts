import { IconLayoutDashboard } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './dashboard.messages.ts';

export const dashboardModule: Module<FirstMessages<typeof messages>> = {
  path: '/dashboard',
  messages: { heading: 'Dashboard' },
  navigation: { group: 'home', icon: IconLayoutDashboard },
  screen: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
  help: 'dashboard',
};
