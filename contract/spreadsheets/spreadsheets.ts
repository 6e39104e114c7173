import { z } from 'zod';
import * as answers from '#contract/core/responses';
import { job } from '#contract/jobs/jobs';
import { limits } from '#contract/core/limits';
import { named } from '#contract/core/schema-notes';
import { type Permission, type ResourceName, resourceNames } from '#contract/core/permissions';

/* Lists as spreadsheets: exports with the current filter, and imports by code: first a preview, then a background job. */

export const spreadsheetFormats = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

/** Lists with an export. Authors are imported with their books. */
export const exportedLists = [...resourceNames, 'authors'] as const;
export type ExportedList = (typeof exportedLists)[number];

/** Maximum size of an imported file. */
export const MAX_SPREADSHEET_BYTES = 16_000_000;
export const MAX_SPREADSHEET_ROWS = 50_000;
/** Maximum number of rows of each kind in a preview. */
export const MAX_SHOWN_ROWS = 100;

/** `:kind` is the name of a resource, or of an exported list. */
export const spreadsheetEndpoints = {
  /** The complete list as a file: takes `as`, and the parameters of the list without its page. */
  export: { method: 'GET', path: '/spreadsheets/:kind/export' },
  /** An empty file with the column headings. */
  template: { method: 'GET', path: '/spreadsheets/:kind/template' },
  plan: { method: 'POST', path: '/spreadsheets/plan' },
  apply: { method: 'POST', path: '/spreadsheets/:id/apply' },
  get: { method: 'GET', path: '/spreadsheets/:id' },
  undo: { method: 'POST', path: '/spreadsheets/:id/undo' },
} as const;

export const exportPath = (list: ExportedList): string =>
  spreadsheetEndpoints.export.path.replace(':kind', list);
export const templatePath = (kind: ResourceName): string =>
  spreadsheetEndpoints.template.path.replace(':kind', kind);

export const permissionToImport = (kind: ResourceName): Permission => `${kind}:edit`;

export const spreadsheetUpload = named(
  'SpreadsheetUpload',
  z.object({
    kind: z.enum(resourceNames).describe('What the rows are.'),
    csv: z
      .string()
      .max(MAX_SPREADSHEET_BYTES)
      .optional()
      .describe('The sheet as text: CSV with the names of the columns in its first line.'),
    content: z
      .string()
      .max(Math.ceil(MAX_SPREADSHEET_BYTES / 3) * 4)
      .optional()
      .describe('In place of `csv`: the bytes of a file in Base64, CSV or XLSX.'),
  }),
);
export type SpreadsheetUpload = z.output<typeof spreadsheetUpload>;

const place = {
  line: answers.count.describe('The line of the file; the names of the columns stand in line 1.'),
};

const shownRow = named(
  'SpreadsheetRow',
  z.object({
    ...place,
    name: z.string().describe('What people call it.'),
    changes: z
      .array(
        z.object({
          column: z.string().describe('Of the sheet.'),
          before: z.string().describe('As the sheet would have it now; empty for a new record.'),
          after: z.string().describe('As the file has it.'),
        }),
      )
      .describe('What changes, or what a new record begins with.'),
  }),
);
export type SpreadsheetRow = z.infer<typeof shownRow>;

const rejectedRow = named(
  'SpreadsheetRowError',
  z.object({
    ...place,
    column: z.string().describe('Of the sheet; empty when it is the row as a whole.'),
    reason: z.string().describe('A sentence for people.'),
  }),
);

export const spreadsheetPreview = named(
  'SpreadsheetPreview',
  z.object({
    id: answers.id.nullable().describe('To be named when it is applied; null when nothing would change.'),
    total: answers.count.describe('Rows of the file.'),
    created: answers.count.describe('Rows that are new.'),
    changed: answers.count.describe('Rows that change a record.'),
    unchanged: answers.count.describe('Rows that are as they stand already.'),
    rejected: answers.count.describe('Rows that are left out, because something in them is wrong.'),
    ignored_columns: z.array(z.string()).describe('Columns of the file that mean nothing here.'),
    rows: z.array(shownRow).describe(`The first ${MAX_SHOWN_ROWS} that are new or change.`),
    errors: z
      .array(rejectedRow)
      .describe(`What is wrong, line by line and column by column: the first ${MAX_SHOWN_ROWS}.`),
  }),
);
export type SpreadsheetPreview = z.infer<typeof spreadsheetPreview>;

export const spreadsheetOrder = named(
  'SpreadsheetOrder',
  z.object({
    id: z.coerce.number().int().min(1).max(limits.maxInteger),
    except: z
      .array(z.int().min(2))
      .max(MAX_SPREADSHEET_ROWS)
      .optional()
      .describe('Lines of the file that are left as they are.'),
  }),
);

export const spreadsheetImport = named(
  'SpreadsheetImport',
  z.object({
    id: answers.id,
    kind: z.enum(resourceNames).describe('What the rows are.'),
    total: answers.count.describe('How many rows are to be written.'),
    done: answers.count.describe('How many were looked at so far.'),
    created: answers.count.describe('How many records are new.'),
    changed: answers.count.describe('How many records changed.'),
    failed: answers.count.describe(
      'How many were refused: changed by somebody else since the plan, for one.',
    ),
    failures: z.array(rejectedRow).describe(`Why: the first ${MAX_SHOWN_ROWS}.`),
    entry_id: answers.id
      .nullable()
      .describe(
        'Its entry of the journal, which those of the records follow from. Undoing that one undoes it whole.',
      ),
    is_undoable: z.boolean().describe('Whether something of it can be undone.'),
    is_undone: z.boolean().describe('Whether somebody undid it.'),
  }),
);
export type SpreadsheetImport = z.infer<typeof spreadsheetImport>;

export const startedSpreadsheet = named(
  'StartedSpreadsheet',
  z.object({ id: answers.id.describe('Of the plan.'), job }),
);
export type StartedSpreadsheet = z.infer<typeof startedSpreadsheet>;
