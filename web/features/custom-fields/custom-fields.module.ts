import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './custom-fields.messages.ts';

export const customFieldsModule: Module<FirstMessages<typeof messages>> = {
  path: '/settings/custom-fields',
  messages: { heading: 'Custom fields' },
  screen: async () => (await import('./custom-fields-screen.tsx')).CustomFieldsScreen,
  help: 'customFields',
};
