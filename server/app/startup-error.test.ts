import { expect, test } from 'vitest';
import { S3ErrorResponse } from '#server/core/blobs/s3-requests';
import { explainStartupError } from './startup-error.ts';

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code });

test.each(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
  'explains %s with the address that cannot be reached',
  (code) => {
    expect(explainStartupError(withCode(code))).toBe(
      `Can’t connect to the database or file storage (connect ${code} 10.0.0.1:5432). Check their addresses.`,
    );
  },
);

test('explains the address of an unknown host', () => {
  expect(explainStartupError(withCode('ENOTFOUND'))).toMatch(/^The address in HOST or DATABASE_URL is not/);
});

test('explains a response of the file storage in one sentence', () => {
  const error = new S3ErrorResponse(404, 'NoSuchBucket', undefined);
  expect(explainStartupError(error)).toBe('The file storage responded with 404 NoSuchBucket.');
});

test('includes the stack of an unknown error', () => {
  expect(explainStartupError(withCode('EOTHER'))).toContain('startup-error.test.ts');
});
