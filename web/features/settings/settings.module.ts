import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';
import { sectionMessages, messages } from './settings.messages.ts';

export const settingsModule: Module<typeof messages> = {
  path: '/settings',
  messages,
  navigation: { group: 'administration', icon: IconAdjustmentsHorizontal, permission: 'settings:edit' },
  screen: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  help: 'settings',
};

export const generalSettingsModule: Module<typeof sectionMessages.general> = {
  path: '/settings/general',
  messages: sectionMessages.general,
  screen: async () => (await import('./settings-screen.tsx')).GeneralSettingsScreen,
  help: 'generalSettings',
};

export const catalogueSettingsModule: Module<typeof sectionMessages.catalogue> = {
  path: '/settings/catalogue',
  messages: sectionMessages.catalogue,
  screen: async () => (await import('./settings-screen.tsx')).CatalogueSettingsScreen,
  help: 'catalogueSettings',
};

export const mediaSettingsModule: Module<typeof sectionMessages.media> = {
  path: '/settings/media',
  messages: sectionMessages.media,
  screen: async () => (await import('./settings-screen.tsx')).MediaSettingsScreen,
  help: 'mediaSettings',
};

export const systemModule: Module<typeof sectionMessages.system> = {
  path: '/settings/system',
  messages: sectionMessages.system,
  screen: async () => (await import('./settings-screen.tsx')).SystemScreen,
  help: 'system',
};

export const signInSettingsModule: Module<typeof sectionMessages.sign_in> = {
  path: '/settings/sign-in',
  messages: sectionMessages.sign_in,
  screen: async () => (await import('./settings-screen.tsx')).SignInSettingsScreen,
  help: 'signInSettings',
};
