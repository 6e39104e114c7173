import { applicationRecipes } from './application.mjs';
import { catalogueRecipes } from './catalogue.mjs';
import { frozenTest, hashOf, migrationsFolder, nextMigration } from './migrations.mjs';
import { resource } from './resource.mjs';

/** @typedef {import('../recipes.mjs').Recipe} Recipe */

const handlersTest = 'server/app/job-handlers.test.ts';

/** @type {Recipe} */
const permission = {
  heading: 'A permission of the product',
  steps: () => [
    {
      name: 'the name and the label',
      file: 'contract/core/permissions.ts',
      edits: [
        {
          find: "  'reports:read': {",
          put: "  'exports:run': {\n    label: 'Export books',\n    // description\n  },\n  'reports:read': {",
        },
      ],
    },
    {
      name: 'the description',
      file: 'contract/core/permissions.ts',
      edits: [{ find: '// description', put: "description: 'permits to export books'," }],
    },
  ],
  tests: ['web/features/users/roles-screen.test.tsx'],
  omissions: [{ leftOut: 'the description', tool: 'tsc', targets: ['contract'], pattern: /description/ }],
};

/** @type {Recipe} */
const jobType = {
  heading: 'A type of job',
  steps: () => [
    {
      name: 'the type',
      file: 'contract/jobs/job-types.ts',
      edits: [
        {
          find: "  mail: { label: 'Email'",
          put: "  transcribe: { label: 'Transcription', description: 'writes the text of an audio file', done: 'jobDone' },\n  mail: { label: 'Email'",
        },
      ],
    },
    {
      name: 'the handler',
      file: 'server/features/audio/transcribe.jobs.ts',
      text: `import { z } from 'zod';
import { defineJob } from '#server/core/jobs/job';

export const createTranscribeJob = () =>
  defineJob({ kind: 'transcribe', weight: 'heavy', payload: z.unknown(), run: async () => ({}) });
`,
    },
    {
      name: 'the line in the module',
      file: 'server/features/audio/clips.module.ts',
      edits: [
        {
          find: 'jobs: () => [createClipJob({ database, blobs, staging, files })],',
          put: 'jobs: () => [createClipJob({ database, blobs, staging, files }), createTranscribeJob()],',
        },
        {
          find: "import { vttOfFile } from './vtt-of-file.ts';",
          put: "import { createTranscribeJob } from './transcribe.jobs.ts';\nimport { vttOfFile } from './vtt-of-file.ts';",
        },
      ],
    },
  ],
  tests: [handlersTest, 'web/features/jobs/jobs-screen.test.tsx'],
  omissions: [
    { leftOut: 'the type', tool: 'tsc', targets: ['server'], pattern: /"transcribe"/ },
    { leftOut: 'the handler', tool: 'tsc', targets: ['server'], pattern: /transcribe\.jobs/ },
    { leftOut: 'the line in the module', tool: 'vitest', targets: [handlersTest], pattern: /transcribe/ },
  ],
};

/** @type {Recipe} */
const migration = {
  heading: 'A migration',
  steps: (folder) => {
    const name = `${nextMigration(folder)}-collection-subtitle`;
    const text = `import { sql } from 'kysely';
import type { Migration } from './migration.ts';

const text = { sqlite: sql\`text\`, postgres: sql\`text collate "C"\` };

export const collectionSubtitle: Migration = {
  name: '${name}',
  async up(db, engine) {
    await db.schema
      .alterTable('collections')
      .addColumn('subtitle', text[engine], (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
`;
    return [
      { name: 'the file', file: `${migrationsFolder}/${name}.ts`, text },
      {
        name: 'the line in the list',
        file: `${migrationsFolder}/migrations.ts`,
        edits: [
          {
            find: "import type { Migration } from './migration.ts';",
            put: `import { collectionSubtitle } from './${name}.ts';\nimport type { Migration } from './migration.ts';`,
          },
          { find: '\n];\n', put: '\n  collectionSubtitle,\n];\n' },
        ],
      },
      {
        name: 'the hash',
        file: frozenTest,
        edits: [{ find: "  'columns.ts':", put: `  '${name}.ts': '${hashOf(text)}',\n  'columns.ts':` }],
      },
    ];
  },
  tests: [frozenTest],
  omissions: [
    { leftOut: 'the file', tool: 'tsc', targets: ['server'], pattern: /collection-subtitle/ },
    {
      leftOut: 'the line in the list',
      tool: 'vitest',
      targets: [frozenTest],
      pattern: /collection-subtitle/,
    },
    { leftOut: 'the hash', tool: 'vitest', targets: [frozenTest], pattern: /collection-subtitle\.ts/ },
  ],
};

/** @type {Recipe} */
const blockType = {
  heading: 'A block type of home screens',
  steps: () => [
    {
      name: 'the type',
      file: 'contract/mobile-configs/block-types.ts',
      edits: [
        {
          find: '  challenges: {',
          put: "  story_books: {\n    label: 'List of Story Books',\n    description: 'shows several story books',\n    isSingle: false,\n    // resource\n  },\n  challenges: {",
        },
      ],
    },
    {
      name: 'the resource',
      file: 'contract/mobile-configs/block-types.ts',
      edits: [{ find: '// resource', put: "shows: 'story-books'," }],
    },
  ],
  tests: [
    'web/features/mobile-configs/mobile-configs-screen.test.tsx',
    'contract/mobile-configs/mobile-configs.test.ts',
  ],
  omissions: [{ leftOut: 'the resource', tool: 'tsc', targets: ['contract'], pattern: /shows/ }],
};

/** @type {Recipe} */
const setting = {
  heading: 'A setting that staff change',
  steps: () => [
    {
      name: 'the setting',
      file: 'contract/settings/declared.ts',
      edits: [
        {
          find: '  session_hours: declare({',
          put: "  export_days: declare({\n    ...number(1, 90, 7),\n    section: 'media',\n    kind: 'number',\n    // label\n    reason: 'Exports are deleted after this time.',\n    unit: 'days',\n  }),\n\n  session_hours: declare({",
        },
      ],
    },
    {
      name: 'the label',
      file: 'contract/settings/declared.ts',
      edits: [{ find: '// label', put: "label: 'Storage time of exports'," }],
    },
  ],
  tests: ['web/features/settings/settings-screen.test.tsx'],
  omissions: [{ leftOut: 'the label', tool: 'tsc', targets: ['contract'], pattern: /label/ }],
};

/** @type {readonly Recipe[]} */
export const recipes = [
  permission,
  jobType,
  migration,
  blockType,
  setting,
  resource,
  ...catalogueRecipes,
  ...applicationRecipes,
];
