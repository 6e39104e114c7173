import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { messages } from './dashboard.messages.ts';

export const dashboardModule: Module<typeof messages> = {
  path: '/dashboard',
  messages,
  navigation: { group: 'home', icon: IconLayoutDashboard },
  screen: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
  help: 'dashboard',
};
