import { contract, migrationText, service, table } from './narrators-server.mjs';
import { dialog, messages, page, screen, slice, webModule } from './narrators-web.mjs';
import { hashOf, migrationsFolder, nextMigration, frozenTest } from './migrations.mjs';

/** @typedef {import('../recipes.mjs').Recipe} Recipe */

const modulesTest = 'web/app/modules.test.ts';
const responsesTest = 'server/core/resource/responses.api.test.ts';
const catalogueTest = 'server/core/db/catalogue.test.ts';

/** @type {Recipe} */
export const resource = {
  heading: 'A resource',
  steps: (folder) => {
    const name = `${nextMigration(folder)}-narrators`;
    const migration = migrationText.replace('NAME', name);
    return [
      {
        name: 'the record type',
        file: 'contract/core/record-types.ts',
        edits: [
          {
            find: '  challenges: {',
            put: `  narrators: {
    singular: 'narrator',
    plural: 'narrators',
    label: 'Narrator',
    pluralLabel: 'Narrators',
    heading: 'Narrators',
    addLabel: 'Add Narrator',
    table: 'narrators',
    order: 10,
    description: 'Narrators of books.',
    key: 'id',
    // columns
  },
  challenges: {`,
          },
        ],
      },
      {
        name: 'the columns of the list',
        needs: 'the record type',
        file: 'contract/core/record-types.ts',
        edits: [{ find: '    // columns\n', put: "    columns: ['id'],\n" }],
      },
      { name: 'the declaration', file: 'contract/narrators/narrators.ts', text: contract },
      {
        name: 'the line of the declaration',
        file: 'contract/core/resources.ts',
        edits: [
          {
            find: "import { storyBooks } from '#contract/story-books/story-books';",
            put: "import { narrators } from '#contract/narrators/narrators';\nimport { storyBooks } from '#contract/story-books/story-books';",
          },
          { find: '  challenges,\n', put: '  challenges,\n  narrators,\n' },
        ],
      },
      { name: 'the table', file: 'server/core/db/tables/narrators.ts', text: table },
      {
        name: 'the line of the table',
        file: 'server/core/db/tables/tables.ts',
        edits: [
          {
            find: "import { storyBookColumns } from './story-books.ts';",
            put: "import { narratorColumns } from './narrators.ts';\nimport { storyBookColumns } from './story-books.ts';",
          },
          {
            find: '  challenges: challengeColumns,\n',
            put: '  challenges: challengeColumns,\n  narrators: narratorColumns,\n',
          },
        ],
      },
      { name: 'the migration', file: `${migrationsFolder}/${name}.ts`, text: migration },
      {
        name: 'the line of the migration',
        file: `${migrationsFolder}/migrations.ts`,
        edits: [
          {
            find: "import type { Migration } from './migration.ts';",
            put: `import { narrators } from './${name}.ts';\nimport type { Migration } from './migration.ts';`,
          },
          { find: '\n];\n', put: '\n  narrators,\n];\n' },
        ],
      },
      {
        name: 'the hash of the migration',
        file: frozenTest,
        edits: [{ find: "  'columns.ts':", put: `  '${name}.ts': '${hashOf(migration)}',\n  'columns.ts':` }],
      },
      { name: 'the service', file: 'server/features/narrators/narrators.service.ts', text: service },
      {
        name: 'the line of the service',
        file: 'server/app/modules.ts',
        edits: [
          {
            find: "import { storyBooks } from '#contract/story-books/story-books';",
            put: "import { narrators } from '#contract/narrators/narrators';\nimport { storyBooks } from '#contract/story-books/story-books';",
          },
          {
            find: "import { storyBookRoutes } from '#server/features/story-books/story-books.routes';",
            put: "import { createNarratorService } from '#server/features/narrators/narrators.service';\nimport { storyBookRoutes } from '#server/features/story-books/story-books.routes';",
          },
          {
            find: '  challenges: defineModule({',
            put: `  narrators: defineModule({
    declaration: narrators,
    createService: createNarratorService,
    spreadsheet: {
      columns: {
        id: { name: 'id', cell: ({ id }) => id },
        name: { name: 'name', cell: ({ name }) => name, input: (name) => ({ name }) },
      },
    },
  }),
  challenges: defineModule({`,
          },
        ],
      },
      { name: 'the slice', file: 'web/features/narrators/narrators.slice.ts', text: slice },
      { name: 'the texts', file: 'web/features/narrators/narrators.messages.ts', text: messages },
      { name: 'the screen', file: 'web/features/narrators/narrators-screen.tsx', text: screen },
      { name: 'the form', file: 'web/features/narrators/narrator-dialog.tsx', text: dialog },
      { name: 'the page', file: 'web/features/narrators/narrator-page.tsx', text: page },
      { name: 'the module', file: 'web/features/narrators/narrators.module.ts', text: webModule },
      {
        name: 'the lines of the module',
        file: 'web/app/modules.ts',
        edits: [
          {
            find: "import { profileModule } from '#web/features/auth/profile/profile.module.ts';",
            put: "import { narratorModule, narratorsModule } from '#web/features/narrators/narrators.module.ts';\nimport { profileModule } from '#web/features/auth/profile/profile.module.ts';",
          },
          {
            find: '  challenges: challengesModule,\n',
            put: '  narrators: narratorsModule,\n  narrator: narratorModule,\n  challenges: challengesModule,\n',
          },
        ],
      },
      {
        name: 'the case of the responses',
        file: responsesTest,
        edits: [
          {
            find: "import { storyBooks } from '#contract/story-books/story-books';",
            put: "import { narrators } from '#contract/narrators/narrators';\nimport { storyBooks } from '#contract/story-books/story-books';",
          },
          {
            find: "  { declaration: storyBooks, input: { title: 'A story book' } },\n",
            put: "  { declaration: storyBooks, input: { title: 'A story book' } },\n  { declaration: narrators, input: { name: 'A narrator' } },\n",
          },
        ],
      },
    ];
  },
  tests: [responsesTest, modulesTest, catalogueTest, frozenTest],
  omissions: [
    { leftOut: 'the columns of the list', tool: 'tsc', targets: ['contract'], pattern: /columns/ },
    { leftOut: 'the line of the declaration', tool: 'tsc', targets: ['contract'], pattern: /narrators/ },
    { leftOut: 'the line of the table', tool: 'tsc', targets: ['server'], pattern: /narrators/ },
    { leftOut: 'the migration', tool: 'tsc', targets: ['server'], pattern: /narrators/ },
    { leftOut: 'the line of the service', tool: 'tsc', targets: ['server'], pattern: /narrators/ },
    { leftOut: 'the case of the responses', tool: 'vitest', targets: [responsesTest], pattern: /narrators/ },
    { leftOut: 'the lines of the module', tool: 'vitest', targets: [modulesTest], pattern: /narrators/ },
  ],
};
