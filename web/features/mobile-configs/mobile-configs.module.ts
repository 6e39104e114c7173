import { IconDeviceMobile } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import { messages } from './mobile-configs.messages.ts';

export const mobileConfigsModule: Module<typeof messages> = {
  path: '/mobile-configs',
  messages,
  slice: mobileConfigsSlice,
  navigation: { group: 'catalogue', icon: IconDeviceMobile },
  screen: async () => (await import('./mobile-configs-screen.tsx')).MobileConfigsScreen,
  help: 'mobileConfigs',
};
