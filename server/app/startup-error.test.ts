import { expect, test } from 'vitest';
import { explainStartupError } from './startup-error.ts';

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code });

test.each(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
  'explains %s as a database that cannot be reached',
  (code) => {
    expect(explainStartupError(withCode(code))).toBe('Can’t connect to the database at DATABASE_URL.');
  },
);

test('explains the address of an unknown host', () => {
  expect(explainStartupError(withCode('ENOTFOUND'))).toMatch(/^The address in HOST or DATABASE_URL is not/);
});

test('includes the stack of an unknown error', () => {
  expect(explainStartupError(withCode('EOTHER'))).toContain('startup-error.test.ts');
});
