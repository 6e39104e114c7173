import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './settings.messages.ts';

export const settingsModule: Module<
  FirstMessages<typeof messages, 'general' | 'catalogue' | 'media' | 'sign_in'>
> = {
  path: '/settings',
  messages: {
    heading: 'Settings',
    general: 'General',
    catalogue: 'Catalogue',
    media: 'Media',
    sign_in: 'Sign-in',
  },
  navigation: { group: 'administration', icon: IconAdjustmentsHorizontal, permission: 'settings:edit' },
  screen: async () => (await import('./settings-screen.tsx')).SettingsScreen,
  help: 'settings',
};

export const generalSettingsModule: Module<{ readonly heading: 'General settings' }> = {
  path: '/settings/general',
  messages: { heading: 'General settings' },
  screen: async () => (await import('./settings-screen.tsx')).GeneralSettingsScreen,
  help: 'generalSettings',
};

export const catalogueSettingsModule: Module<{ readonly heading: 'Catalogue settings' }> = {
  path: '/settings/catalogue',
  messages: { heading: 'Catalogue settings' },
  screen: async () => (await import('./settings-screen.tsx')).CatalogueSettingsScreen,
  help: 'catalogueSettings',
};

export const mediaSettingsModule: Module<{ readonly heading: 'Media settings' }> = {
  path: '/settings/media',
  messages: { heading: 'Media settings' },
  screen: async () => (await import('./settings-screen.tsx')).MediaSettingsScreen,
  help: 'mediaSettings',
};

export const systemModule: Module<{ readonly heading: 'System' }> = {
  path: '/settings/system',
  messages: { heading: 'System' },
  screen: async () => (await import('./settings-screen.tsx')).SystemScreen,
  help: 'system',
};

export const signInSettingsModule: Module<{ readonly heading: 'Sign-in settings' }> = {
  path: '/settings/sign-in',
  messages: { heading: 'Sign-in settings' },
  screen: async () => (await import('./settings-screen.tsx')).SignInSettingsScreen,
  help: 'signInSettings',
};
