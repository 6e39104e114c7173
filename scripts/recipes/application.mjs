/** @typedef {import('../recipes.mjs').Recipe} Recipe */

const modulesFile = 'web/app/modules.ts';

/** @type {Recipe} */
const page = {
  heading: 'A page',
  steps: () => [
    {
      name: 'the screen',
      file: 'web/features/notes/notes-screen.tsx',
      text: `import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function NotesScreen() {
  const { t } = useTranslation();
  return <Title order={1}>{t('notes.heading')}</Title>;
}
`,
    },
    {
      name: 'the module',
      file: 'web/features/notes/notes.module.ts',
      text: `import { IconChartDots3 } from '@tabler/icons-react';
import type { Module } from '#web/core/lib/module.ts';

const messages = { heading: 'Notes' } as const;

export const notesModule: Module<typeof messages> = {
  path: '/notes',
  messages,
  navigation: { group: 'administration', icon: IconChartDots3 },
  screen: async () => (await import('./notes-screen.tsx')).NotesScreen,
  // help
};
`,
    },
    {
      name: 'the help page',
      needs: 'the module',
      file: 'web/features/notes/notes.module.ts',
      edits: [{ find: '  // help\n', put: "  help: 'analytics',\n" }],
    },
    {
      name: 'the line in the list of modules',
      file: modulesFile,
      edits: [
        {
          find: "import { jobsModule } from '#web/features/jobs/jobs.module.ts';\n",
          put: "import { jobsModule } from '#web/features/jobs/jobs.module.ts';\nimport { notesModule } from '#web/features/notes/notes.module.ts';\n",
        },
        { find: '  users: usersModule,\n', put: '  notes: notesModule,\n  users: usersModule,\n' },
      ],
    },
  ],
  tests: ['web/app/modules.test.ts', 'web/app/help/help-panel.test.tsx'],
  omissions: [
    { leftOut: 'the screen', tool: 'tsc', targets: ['web'], pattern: /notes-screen/ },
    { leftOut: 'the module', tool: 'tsc', targets: ['web'], pattern: /notes\.module/ },
    { leftOut: 'the help page', tool: 'tsc', targets: ['web'], pattern: /help/ },
    { leftOut: 'the line in the list of modules', tool: 'tsc', targets: ['web'], pattern: /notes\.heading/ },
  ],
};

/** @type {Recipe} */
const securityEvent = {
  heading: 'A security event',
  steps: () => [
    {
      name: 'the name',
      file: 'contract/users/security-events.ts',
      edits: [
        {
          find: "  backup_deleted: '",
          put: "  backup_read: 'Backup read',\n  backup_deleted: '",
        },
      ],
    },
    {
      name: 'the call',
      file: 'server/features/backup/backup.service.ts',
      edits: [{ find: "kind: 'backup_downloaded'", put: "kind: 'backup_read'" }],
    },
  ],
  tests: ['web/features/users/security-log-screen.test.tsx'],
  omissions: [{ leftOut: 'the name', tool: 'tsc', targets: ['server'], pattern: /backup_read/ }],
};

/** @type {Recipe} */
const errorMessage = {
  heading: 'An error message',
  steps: () => [
    {
      name: 'the code',
      file: 'contract/core/error-codes.ts',
      edits: [
        {
          find: "  'upload.quota_exceeded': {",
          put: "  'upload.too_old': { status: 410, when: 'The upload is too old.' },\n  'upload.quota_exceeded': {",
        },
      ],
    },
    {
      name: 'the message',
      file: 'contract/core/errors.ts',
      edits: [
        {
          find: '  tooManyExports: errorInfo(',
          put: "  uploadTooOld: errorInfo('upload.too_old', 'This upload is too old. Upload the file again.'),\n  tooManyExports: errorInfo(",
        },
      ],
    },
    {
      name: 'the call',
      file: 'server/core/auth/cost-budget.ts',
      edits: [{ find: 'knownErrors.tooManyExports', put: 'knownErrors.uploadTooOld' }],
    },
  ],
  tests: ['server/core/errors.test.ts'],
  omissions: [
    { leftOut: 'the code', tool: 'tsc', targets: ['contract'], pattern: /upload\.too_old/ },
    { leftOut: 'the message', tool: 'tsc', targets: ['server'], pattern: /uploadTooOld/ },
  ],
};

/** @type {readonly Recipe[]} */
export const applicationRecipes = [page, securityEvent, errorMessage];
