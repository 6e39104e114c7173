import { beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { MAX_SPREADSHEET_BYTES, type SpreadsheetUpload } from '#contract/spreadsheets/spreadsheets';
import type { SessionUser } from '#server/core/auth/sessions';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createSpreadsheetKinds } from '#server/app/modules';
import { eachDatabase } from '#server/testing/databases';
import { longestBlock } from '#server/testing/event-loop';
import { addUserRow, createCatalogue } from '#server/testing/factories';
import { releaseAccessOf } from '#server/testing/release-access';
import { settingsOf } from '#server/testing/settings';
import { makeZip } from '#server/testing/zip-files';
import { createSpreadsheetService } from './spreadsheets.service.ts';

/* Spreadsheets that could block the server. Each is either small or as large as allowed. */

/**
 * Without the child process these files block the server for 1.1 s or longer. The limit exceeds the usual 50 ms, because the machine may be
 * busy.
 */
const MAX_HOLD_MS = 400;
const MAX_RESPONSE = 1024 * 1024;
const MIB = 1024 * 1024;

const cell = (reference: string, index: number) => `<c r="${reference}" t="s"><v>${index}</v></c>`;

/** Returns a workbook of these shared texts and rows of cells. */
async function makeXlsx(texts: readonly string[], rows: Iterable<string>): Promise<Buffer> {
  const sharedStrings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  return makeZip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${sharedStrings}</sst>`,
    'xl/worksheets/a.xml': `<worksheet><sheetData>${[...rows].join('')}</sheetData></worksheet>`,
  });
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 2);
const rowsOf = (count: number, cells: (line: number) => string) =>
  numbers(count).map((line) => `<row r="${line}">${cells(line)}</row>`);
const head = `<row r="1">${cell('A1', 0)}${cell('B1', 1)}</row>`;

const xlsx = async (texts: readonly string[], rows: Iterable<string>) => ({
  content: (await makeXlsx(texts, rows)).toString('base64'),
});
const csv = async (text: string) => ({ csv: text });

const files: Readonly<Record<string, () => Promise<Omit<SpreadsheetUpload, 'kind'>>>> = {
  'a workbook of rows that share one text of 32 KB': () =>
    xlsx(['code', 'name', 'x'.repeat(32_000)], [head, ...rowsOf(49_000, (n) => cell(`B${n}`, 2))]),
  'a workbook of codes that nothing has': () =>
    xlsx(['code', 'name', 'y'.repeat(32_000)], [head, ...rowsOf(300, (n) => cell(`A${n}`, 2))]),
  'a workbook of names that are too long': () =>
    xlsx(['code', 'name', 'z'.repeat(32_000)], [head, ...rowsOf(300, (n) => cell(`B${n}`, 2))]),
  'a workbook of one text of 60 MB': () =>
    xlsx(['code', 'name', 'x'.repeat(60 * MIB)], [head, ...rowsOf(100, (n) => cell(`B${n}`, 2))]),
  'a workbook of millions of blank texts': () =>
    xlsx(['code', 'name', ...Array.from({ length: 2_000_000 }, () => '')], [head]),
  'a workbook of columns with long names': () =>
    xlsx(
      ['code', 'x'.repeat(30_000)],
      [
        `<row r="1">${cell('A1', 0)}${numbers(190)
          .map(() => `<c t="s"><v>1</v></c>`)
          .join('')}</row>`,
      ],
    ),
  'a workbook of millions of blank rows': () => xlsx(['code', 'name'], [head, '<row/>'.repeat(5_000_000)]),
  'a CSV of blank lines': () => csv(`code,name\n${'\n'.repeat(MAX_SPREADSHEET_BYTES - 20)}`),
  'a CSV of columns': () => csv(`code,name\n${','.repeat(MAX_SPREADSHEET_BYTES - 20)}`),
  'a CSV whose head is columns': () => csv(`code${',a'.repeat(MAX_SPREADSHEET_BYTES / 2 - 20)}`),
  'a CSV of one cell': () => csv(`code,name\n,"${'""'.repeat(MAX_SPREADSHEET_BYTES / 2 - 20)}"`),
  'a CSV of one list of books': () =>
    csv(`title,book_codes\n,"${'BK-000001 '.repeat(MAX_SPREADSHEET_BYTES / 10 - 20)}"`),
};

eachDatabase('hostile spreadsheets', (openEmpty) => {
  let spreadsheets: ReturnType<typeof createSpreadsheetService>;
  let user: SessionUser;

  beforeAll(async () => {
    const database = await openEmpty();
    const catalogue = createCatalogue(database);
    const kinds = createSpreadsheetKinds(catalogue, { database, settings: settingsOf() });
    const releases = releaseAccessOf(database, catalogue, catalogue.storage);
    const jobs = createJobQueue(database);
    spreadsheets = createSpreadsheetService({ database, jobs, kinds, kindsOf: () => kinds, releases });
    const id = await addUserRow(database, 'admin@example.org');
    user = { id, email: 'admin@example.org', permissions: new Set(allPermissions) } as unknown as SessionUser;
  });

  test.each(Object.keys(files))(
    'returns a short response for %s without blocking the event loop',
    async (name) => {
      const file = await files[name]?.();
      const kind = name.endsWith('list of books') ? 'collections' : 'books';
      let response: unknown;
      const blockedMs = await longestBlock(async () => {
        response = await spreadsheets.preview(user, { kind, ...file }).catch((error: unknown) => {
          expect(error).toMatchObject({ status: 422 });
          return (error as Error).message;
        });
      });
      expect(JSON.stringify(response).length).toBeLessThan(MAX_RESPONSE);
      expect(blockedMs).toBeLessThan(MAX_HOLD_MS);
    },
  );
});
