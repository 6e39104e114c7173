import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';
import { hashToken, newPassword, newToken, randomText } from './tokens.ts';

test('a password is stored as an argon2id hash and verified with its spaces', async () => {
  const storedHash = await hashPassword(' correct horse ');
  expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(' correct horse ', storedHash)).toBe(true);
  expect(await isPassword('correct horse', storedHash)).toBe(false);
});

test('no password matches an account that does not exist, not even that of the decoy', async () => {
  expect(await isPassword('an account that does not exist', undefined)).toBe(false);
});

test('concurrent checks are queued and all return a result', async () => {
  const storedHash = await hashPassword('x');
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, i) => isPassword(i % 2 ? 'x' : 'y', storedHash)),
  );
  expect(responses).toEqual([false, true, false, true, false, true, false, true]);
});

test('tokens have 256 bits and are stored as hashes; generated passwords are easy to type', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(newToken());
  expect(hashToken('t')).toMatch(/^[0-9a-f]{64}$/);
  expect(newPassword()).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
});

test('characters of generated passwords and recovery codes are equally frequent', () => {
  const counts = new Map<string, number>();
  const text = Array.from({ length: 2_000 }, () => randomText(24)).join('');
  for (const letter of text.replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const average = (2_000 * 24) / counts.size;
  expect(counts.size).toBe(31);
  for (const [letter, count] of counts) expect(Math.abs(count / average - 1), letter).toBeLessThan(0.3);
});
