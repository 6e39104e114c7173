import { IconDeviceMobile } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { mobileConfigsSlice } from './mobile-configs-slice.ts';
import { words } from './words.ts';

export const mobileConfigsModule: Module<typeof words> = {
  path: '/mobile-configs',
  words,
  slice: mobileConfigsSlice,
  navigation: { group: 'catalogue', icon: IconDeviceMobile },
  screen: async () => (await import('./mobile-configs-screen.tsx')).MobileConfigsScreen,
};
