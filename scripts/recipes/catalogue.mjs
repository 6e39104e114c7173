/** @typedef {import('../recipes.mjs').Recipe} Recipe */

const collectionContract = 'contract/collections/collections.ts';

/**
 * The column itself is the example of the recipe "A migration", which is followed in the same copy.
 * @type {Recipe}
 */
const field = {
  heading: 'A field',
  steps: () => [
    {
      name: 'the input of the API',
      file: collectionContract,
      edits: [
        {
          find: "const form = {\n  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),\n",
          put: "const form = {\n  description: fields.optionalText(limits.maxDescriptionLength).describe('Can contain line breaks.'),\n  subtitle: fields.optionalText(limits.maxNameLength).describe('The second line of the title.'),\n",
        },
      ],
    },
    {
      name: 'the response field',
      file: collectionContract,
      edits: [
        {
          find: '      title: responseFields.title,\n',
          put: "      title: responseFields.title,\n      subtitle: always(z.string()).describe('The second line of the title.'),\n",
        },
        {
          find: "import { namedSchema } from '#contract/core/schema-notes';",
          put: "import { always, namedSchema } from '#contract/core/schema-notes';",
        },
      ],
    },
    {
      name: 'the column',
      file: 'server/core/db/tables/collections.ts',
      edits: [
        {
          find: "  description: { type: 'text'",
          put: "  subtitle: { type: 'text', isInput: true, initial: '' },\n  description: { type: 'text'",
        },
      ],
    },
    {
      name: 'the column of spreadsheets',
      file: 'server/features/spreadsheets/spreadsheet-columns.ts',
      edits: [
        {
          find: "  title: text('title', ({ title }) => title),\n",
          put: "  title: text('title', ({ title }) => title),\n  subtitle: text('subtitle', ({ subtitle = '' }) => subtitle),\n",
        },
      ],
    },
    {
      name: 'the name in the audit log',
      file: 'web/core/components/audit-log-message.ts',
      edits: [{ find: "  title: 'Title',\n", put: "  title: 'Title',\n  subtitle: 'Subtitle',\n" }],
    },
    {
      name: 'the input of the form',
      file: 'web/features/collections/collection-dialog.tsx',
      edits: [
        {
          find: "          <Textarea {...editor.text('description')}",
          put: "          <TextInput {...editor.text('subtitle')} label={t('collections.subtitle')} />\n          <Textarea {...editor.text('description')}",
        },
      ],
    },
    {
      name: 'the label',
      file: 'web/features/collections/collections.messages.ts',
      edits: [{ find: "  title: 'Title',\n", put: "  title: 'Title',\n  subtitle: 'Subtitle',\n" }],
    },
  ],
  tests: ['server/core/resource/responses.api.test.ts'],
  omissions: [
    { leftOut: 'the input of the API', tool: 'tsc', targets: ['web'], pattern: /subtitle/ },
    { leftOut: 'the response field', tool: 'tsc', targets: ['server', 'web'], pattern: /subtitle/ },
    { leftOut: 'the column', tool: 'tsc', targets: ['server'], pattern: /subtitle/ },
    { leftOut: 'the column of spreadsheets', tool: 'tsc', targets: ['server'], pattern: /subtitle/ },
    { leftOut: 'the name in the audit log', tool: 'tsc', targets: ['web'], pattern: /subtitle/ },
    {
      leftOut: 'the input of the form',
      tool: 'vitest',
      targets: ['web/features/collections/collections-screen.test.tsx'],
      pattern: /subtitle/,
    },
    { leftOut: 'the label', tool: 'tsc', targets: ['web'], pattern: /collections\.subtitle/ },
  ],
};

/** @type {Recipe} */
const healthCheck = {
  heading: 'A health check',
  steps: () => [
    {
      name: 'the check',
      file: 'contract/catalogue-health/health-checks.ts',
      edits: [
        {
          find: '  author_duplicate_spelling: {',
          put: "  book_without_year: {\n    kind: 'books',\n    // severity\n    title: 'Books without a year',\n    why: 'Listeners can’t see how old the book is.',\n  },\n  author_duplicate_spelling: {",
        },
      ],
    },
    {
      name: 'the severity',
      needs: 'the check',
      file: 'contract/catalogue-health/health-checks.ts',
      edits: [{ find: '    // severity\n', put: "    severity: 'suggestion',\n" }],
    },
    {
      name: 'the condition',
      file: 'server/features/catalogue-health/projection/book-checks.ts',
      edits: [
        {
          find: '  // This check needs the other books of the author.\n',
          put: "  book_without_year: { bit: 1 << 14, applies: ({ name }) => name === '' },\n  // This check needs the other books of the author.\n",
        },
      ],
    },
  ],
  tests: ['web/features/reports/reports-screen.test.tsx'],
  omissions: [
    { leftOut: 'the check', tool: 'tsc', targets: ['server'], pattern: /book_without_year/ },
    { leftOut: 'the severity', tool: 'tsc', targets: ['contract'], pattern: /severity/ },
    { leftOut: 'the condition', tool: 'tsc', targets: ['server'], pattern: /book_without_year/ },
  ],
};

/** @type {readonly Recipe[]} */
export const catalogueRecipes = [field, healthCheck];
