import { z } from 'zod';
import * as responseFields from '#contract/core/responses';
import { job } from '#contract/jobs/jobs';
import { limits } from '#contract/core/limits';
import { namedSchema } from '#contract/core/schema-notes';
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
  /** Returns the complete list as a file. Accepts `as` and the parameters of the list without its page. */
  export: { method: 'GET', path: '/spreadsheets/:kind/export' },
  /** Returns an empty file with the column headings. */
  template: { method: 'GET', path: '/spreadsheets/:kind/template' },
  preview: { method: 'POST', path: '/spreadsheets/preview' },
  apply: { method: 'POST', path: '/spreadsheets/:id/apply' },
  get: { method: 'GET', path: '/spreadsheets/:id' },
  undo: { method: 'POST', path: '/spreadsheets/:id/undo' },
} as const;

export const exportPath = (list: ExportedList): string =>
  spreadsheetEndpoints.export.path.replace(':kind', list);
export const templatePath = (kind: ResourceName): string =>
  spreadsheetEndpoints.template.path.replace(':kind', kind);

export const permissionToImport = (kind: ResourceName): Permission => `${kind}:edit`;

export const spreadsheetUpload = namedSchema(
  'SpreadsheetUpload',
  z.object({
    kind: z.enum(resourceNames).describe('The type of the records.'),
    csv: z
      .string()
      .max(MAX_SPREADSHEET_BYTES)
      .optional()
      .describe('The spreadsheet as CSV text, with column names in the first line.'),
    content: z
      .string()
      .max(Math.ceil(MAX_SPREADSHEET_BYTES / 3) * 4)
      .optional()
      .describe('Instead of `csv`: a CSV or XLSX file in Base64.'),
  }),
);
export type SpreadsheetUpload = z.output<typeof spreadsheetUpload>;

const location = {
  line: responseFields.count.describe('The line of the file. Line 1 has the column names.'),
};

const shownRow = namedSchema(
  'SpreadsheetRow',
  z.object({
    ...location,
    name: z.string().describe('The display name.'),
    changes: z
      .array(
        z.object({
          column: z.string().describe('The column of the spreadsheet.'),
          before: z.string().describe('The current value. Empty for a new record.'),
          after: z.string().describe('The value in the file.'),
        }),
      )
      .describe('The changes, or the values of a new record.'),
  }),
);
export type SpreadsheetRow = z.infer<typeof shownRow>;

const rejectedRow = namedSchema(
  'SpreadsheetRowError',
  z.object({
    ...location,
    column: z.string().describe('The column of the spreadsheet. Empty for the whole row.'),
    reason: z.string().describe('A message to show to users.'),
  }),
);

export const spreadsheetPreview = namedSchema(
  'SpreadsheetPreview',
  z.object({
    id: responseFields.id
      .nullable()
      .describe('The ID to start the import with. Null if nothing would change.'),
    total: responseFields.count.describe('The number of rows in the file.'),
    created: responseFields.count.describe('The number of rows that create a record.'),
    changed: responseFields.count.describe('The number of rows that change a record.'),
    unchanged: responseFields.count.describe('The number of rows without changes.'),
    rejected: responseFields.count.describe('The number of skipped rows with errors.'),
    ignored_columns: z.array(z.string()).describe('The unknown columns of the file.'),
    rows: z.array(shownRow).describe(`The first ${MAX_SHOWN_ROWS} rows that create or change a record.`),
    errors: z.array(rejectedRow).describe(`The first ${MAX_SHOWN_ROWS} errors, by line and column.`),
  }),
);
export type SpreadsheetPreview = z.infer<typeof spreadsheetPreview>;

export const spreadsheetOrder = namedSchema(
  'SpreadsheetOrder',
  z.object({
    id: z.coerce.number().int().min(1).max(limits.maxInteger),
    except: z
      .array(z.int().min(2))
      .max(MAX_SPREADSHEET_ROWS)
      .optional()
      .describe('The lines of the file to skip.'),
  }),
);

export const spreadsheetImport = namedSchema(
  'SpreadsheetImport',
  z.object({
    id: responseFields.id,
    kind: z.enum(resourceNames).describe('The type of the records.'),
    total: responseFields.count.describe('The number of rows to import.'),
    done: responseFields.count.describe('The number of processed books.'),
    created: responseFields.count.describe('The number of new records.'),
    changed: responseFields.count.describe('The number of changed records.'),
    failed: responseFields.count.describe(
      'The number of rejected rows, for example because the record has changed since the preview.',
    ),
    failures: z.array(rejectedRow).describe(`The reasons for the first ${MAX_SHOWN_ROWS} rejected rows.`),
    entry_id: responseFields.id
      .nullable()
      .describe('The audit log entry of the whole import. Undo this entry to undo the import.'),
    release_id: responseFields.id
      .nullable()
      .optional()
      .describe('The release into which it is saved. Null for the live catalogue.'),
    is_undoable: z.boolean().describe('True if the bulk edit can be undone.'),
    is_undone: z.boolean().describe('True if the bulk edit was undone.'),
  }),
);
export type SpreadsheetImport = z.infer<typeof spreadsheetImport>;

export const startedSpreadsheet = namedSchema(
  'StartedSpreadsheet',
  z.object({ id: responseFields.id.describe('The ID of the preview.'), job }),
);
export type StartedSpreadsheet = z.infer<typeof startedSpreadsheet>;
