import { IconDeviceMobile } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import { mobileConfigsSlice } from './mobile-configs.slice.ts';
import type { messages } from './mobile-configs.messages.ts';

export const mobileConfigsModule: Module<FirstMessages<typeof messages, 'id' | 'isMainService'>> = {
  path: '/mobile-configs',
  messages: { heading: 'Mobile Configs', id: 'ID', isMainService: 'Main Service' },
  slice: mobileConfigsSlice,
  navigation: { group: 'catalogue', icon: IconDeviceMobile },
  screen: async () => (await import('./mobile-configs-screen.tsx')).MobileConfigsScreen,
  help: 'mobileConfigs',
};

/** The page of one record. */
export const mobileConfigModule: Module<{ readonly heading: 'Mobile Config' }> = {
  path: '/mobile-configs/:id',
  messages: { heading: 'Mobile Config' },
  screen: async () => (await import('./mobile-config-page.tsx')).MobileConfigPage,
  help: 'record',
};
