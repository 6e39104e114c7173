import { expect, test } from 'vitest';
import { codeAbout, errorSubjects, errorCodes } from './error-codes.ts';
import { codeOfStatus } from './status-codes.ts';

test('lists every code with its status', () => {
  for (let status = 400; status < 600; status += 1) {
    const { status: listed } = errorCodes[codeOfStatus(status)] ?? {};
    expect(listed).toBeTypeOf('number');
    expect(listed).toBe([400, 500].includes(listed ?? 0) ? listed : status);
  }
  for (const noun of Object.keys(errorSubjects))
    expect(errorCodes).toHaveProperty([codeAbout(noun, 'not_found')]);
  expect(errorCodes[codeAbout('story book', 'version_conflict')]?.status).toBe(409);
  expect(errorCodes[codeAbout('category', 'in_use')]?.status).toBe(409);
  expect(errorCodes[codeAbout('ghost', 'not_found')]?.status).toBe(404);
});

test('uses one format for codes and their descriptions', () => {
  for (const [code, { when }] of Object.entries(errorCodes)) {
    expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(when).toMatch(/^[A-Z].*\.$/);
  }
});
