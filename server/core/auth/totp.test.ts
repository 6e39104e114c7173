import { expect, test } from 'vitest';
import { codeOf, matchingStep, newTotpSecret, otpauthUri, stepAt } from './totp.ts';

/** `12345678901234567890`, the secret of the examples in RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('returns the code of RFC 6238 at %i seconds', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000), 8)).toBe(code);
});

test('accepts a code for its own 30 seconds and one step before and after', () => {
  const now = Date.parse('2026-01-15T09:30:15Z');
  const step = stepAt(now);
  const code = codeOf(secret, step);
  const matchingStepAt = (seconds: number) => matchingStep(secret, code, now + seconds * 1000);
  expect([0, 14, -15, 30, -30, 44, -45].map(matchingStepAt)).toEqual(Array(7).fill(step));
  expect([45, -46, 90, 86_400, -86_400].map(matchingStepAt)).toEqual(Array(5).fill(undefined));
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects %j as a code', (code) => {
  expect(matchingStep(secret, code, 1_000_000)).toBeUndefined();
});

test('creates different secrets of 160 random bits', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const item of secrets) expect(item).toMatch(/^[A-Z2-7]{32}$/);
});

test('encodes product and account in the address for the app', () => {
  const url = new URL(otpauthUri(secret, 'Books & more', 'ada+1@example.org'));
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.href)).toContain('totp/Books & more:ada+1@example.org?');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret,
    issuer: 'Books & more',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
