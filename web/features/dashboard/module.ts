import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { words } from './words.ts';

export const dashboardModule: Module<typeof words> = {
  path: '/dashboard',
  words,
  navigation: { group: 'home', icon: IconLayoutDashboard },
  screen: async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
};
