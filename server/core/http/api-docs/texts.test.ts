import { afterAll, expect, test } from 'vitest';
import { errorCodes } from '#contract/core/error-codes';
import { recordTypes, resourceNames } from '#contract/core/record-types';
import { textProblems } from '#contract/testing/text-rules';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { inPascalCase } from '../resource.routes.ts';
import { operationsOf } from './openapi.ts';

/* Rules for the texts of the API reference: plain language, good names and few repeated phrases. */

const api = await openSqliteApp();
const document = await api.readReference();

afterAll(() => api.close());

/** Returns every summary and description with its path. Examples are data and are skipped. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]: [string, unknown]): [string, string][] => {
    if (key === 'example' || key === 'examples') return [];
    const isText = (key === 'description' || key === 'summary') && typeof child === 'string';
    return isText ? [[`${path}/${key}`, child]] : textsOf(child, `${path}/${key}`);
  });
}

/** Returns the sentences of a text without commands, headings and the content of code. */
const proseOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => !/^(?:```|## )/.test(block))
    .join('\n')
    .replaceAll(/`[^`]+`/g, '`x`');

const problemsOf = (value: unknown): string[] =>
  textsOf(value).flatMap(([path, text]) =>
    textProblems(proseOf(text), path.endsWith('summary') ? 'text' : 'reference').map(
      (problem) => `${path} ${problem}: ${text}`,
    ),
  );

test('uses plain language in every text', () => {
  expect(problemsOf(document)).toEqual([]);
});

/** Returns the path of the first text of a kind. */
const pathOf = (kind: RegExp): string => textsOf(document).find(([path]) => kind.test(path))?.[0] ?? '';

test.each([
  ['introduction', /^\/info\/description$/],
  ['operation', /^\/paths\/.*\/(?:get|post)\/description$/],
  ['summary', /^\/paths\/.*\/summary$/],
  ['parameter', /^\/paths\/.*\/parameters\/.*\/description$/],
  ['response', /^\/paths\/.*\/responses\/.*\/description$/],
  ['field', /^\/components\/schemas\/.*\/properties\/.*\/description$/],
])('rejects a wrong text of each kind: %s', (_kind, kind) => {
  const path = pathOf(kind);
  /** Returns a copy with another text at the path. */
  const withText = (value: unknown, location: string): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, child]: [string, unknown]) => [
            key,
            `${location}/${key}` === path ? 'Whoever.' : withText(child, `${location}/${key}`),
          ]),
        )
      : value;
  expect(path).not.toBe('');
  expect(problemsOf(withText(document, ''))).toEqual([`${path} uses “Whoever”: Whoever.`]);
});

test('ends every description as a sentence', () => {
  const open = textsOf(document).filter(
    ([path, text]) => path.endsWith('description') && !/[.:]$/.test(text),
  );
  expect(open).toEqual([]);
  for (const [code, { when }] of Object.entries(errorCodes)) expect(when, code).toMatch(/^[A-Z].*\.$/);
});

const verbs =
  'Accept|Add|Archive|Cancel|Change|Check|Claim|Clear|Compare|Complete|Confirm|Count|Create|Delete|Discard|Dismiss|Download|Empty|Export|Get|Import|' +
  'Invite|Link|List|Mark|Preview|Publish|Release|Remove|Rename|Reopen|Request|Reset|Resolve|Restore|Retry|Revert|Revoke|Roll|Save|Schedule|Search|Send|Set|Sign|Start|Stream|' +
  'Suspend|Sync|Undo|Unlink|Update|Validate|Propose';

test('mentions the trash only for records that move there', () => {
  const trashOperations = operationsOf(document)
    .filter(({ operation }) => /moves? to the trash/.test(operation.description ?? ''))
    .map(({ operation }) => operation.operationId);
  const ofRecords = resourceNames.map((name) => inPascalCase(recordTypes[name].singular));
  expect(trashOperations.toSorted()).toEqual(
    [...ofRecords.map((name) => `delete${name}`), 'undoSpreadsheet'].toSorted(),
  );
});

test('starts every summary with a verb', () => {
  for (const { operation } of operationsOf(document))
    expect(operation.summary).toMatch(new RegExp(`^(?:${verbs}) [a-z0-9A-Z -]+$`));
});

test('uses verbs for every `operationId`', () => {
  const names = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const first =
    /^(?:accept|add|align|apply|archive|cancel|change|check|claim|clear|compare|complete|confirm|count|create|delete|dismiss|download|empty|export|get|import|invite|link|list|mark|preview|propose|publish|reauthenticate|release|remove|rename|renew|reopen|request|reset|resolve|restore|retry|revert|revoke|roll|save|schedule|search|send|sign|start|suspend|undo|unlink|unschedule|update|use|validate)(?:[A-Z][A-Za-z]*)?$/;
  expect(names.filter((name) => !first.test(name))).toEqual([]);
});

/** Texts of fields and parameters that many records and lists share. */
const sharedTexts = new Set([
  'The ID of the record.',
  'The ID, assigned by the server and never reused.',
  'The display name.',
  'The total number of items on all pages.',
  'The same total, for clients that read it here.',
  'The page number, starting at 1. A page past the end has no items.',
  'The number of items per page. A value out of range is set to the nearest limit.',
  'The `version` on which the change is based. Another stored version returns 409. Without it, the last write wins.',
  'The title shown to users.',
  'Can contain line breaks.',
  'One or more `ETag` values of earlier responses, separated by commas. An unchanged response returns 304 without a body.',
  'A unique text of yours, such as a UUID. If you repeat a request with the same key and body within 24 hours, the server returns the first record and creates no other. The same key with another body fails with 422.',
  'An ISO 8601 time in UTC.',
  'The ID of a release: reads the catalogue with its changes, and saves into it instead of live. Requires `releases:edit`.',
]);

test('repeats no other text more than 20 times', () => {
  const counts = new Map<string, number>();
  for (const [, text] of textsOf(document)) counts.set(text, (counts.get(text) ?? 0) + 1);
  const repeatedTexts = [...counts].filter(([, count]) => count > 20).map(([text]) => text);
  expect(repeatedTexts.filter((text) => !sharedTexts.has(text))).toEqual([]);
  expect([...sharedTexts].filter((text) => !repeatedTexts.includes(text))).toEqual([]);
});
