import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Module } from '../../lib/module.ts';
import { sectionWords, words } from './words.ts';

export const settingsModule: Module<typeof words> = {
  path: '/settings',
  words,
  navigation: { group: 'administration', icon: IconAdjustmentsHorizontal, permission: 'settings:edit' },
  screen: async () => (await import('./settings-screen.tsx')).SettingsScreen,
};

export const generalSettingsModule: Module<typeof sectionWords.general> = {
  path: '/settings/general',
  words: sectionWords.general,
  screen: async () => (await import('./settings-screen.tsx')).GeneralSettingsScreen,
};

export const catalogueSettingsModule: Module<typeof sectionWords.catalogue> = {
  path: '/settings/catalogue',
  words: sectionWords.catalogue,
  screen: async () => (await import('./settings-screen.tsx')).CatalogueSettingsScreen,
};

export const mediaSettingsModule: Module<typeof sectionWords.media> = {
  path: '/settings/media',
  words: sectionWords.media,
  screen: async () => (await import('./settings-screen.tsx')).MediaSettingsScreen,
};

export const systemModule: Module<typeof sectionWords.system> = {
  path: '/settings/system',
  words: sectionWords.system,
  screen: async () => (await import('./settings-screen.tsx')).SystemScreen,
};

export const signInSettingsModule: Module<typeof sectionWords.sign_in> = {
  path: '/settings/sign-in',
  words: sectionWords.sign_in,
  screen: async () => (await import('./settings-screen.tsx')).SignInSettingsScreen,
};
