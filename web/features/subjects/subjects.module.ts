import type { FirstMessages, Module } from '#web/core/lib/module.ts';
import type { messages } from './subjects.messages.ts';

export const subjectsModule: Module<FirstMessages<typeof messages>> = {
  path: '/settings/subjects',
  messages: { heading: 'Subjects' },
  screen: async () => (await import('./subjects-screen.tsx')).SubjectsScreen,
  help: 'subjects',
};
