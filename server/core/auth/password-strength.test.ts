import { expect, test } from 'vitest';
import { requireStrongPassword } from './password-strength.ts';

const personalWords = ['Aylin Kaya', 'aylin.kaya@example.org'];

test.each([
  'password',
  'iloveyou2',
  'qwertyuiop',
  '1234567890',
  'aaaaaaaaaaaa',
  'aylinkaya1',
  'example.org',
  'lectern1',
  'lecternadmin',
  'Catalogue1!',
])('%s is rejected as a weak password', async (password) => {
  await expect(requireStrongPassword(password, personalWords)).rejects.toMatchObject({
    status: 422,
    code: 'password.weak',
    errors: { password: expect.stringContaining('easy to guess') },
  });
});

test.each(['nine small otters swim', 'xK9$vR2!qW', 'yağmurlu bir sabah kahvesi', `${'long '.repeat(12)}x9Q`])(
  '%s is accepted as a strong password',
  async (password) => {
    await expect(requireStrongPassword(password, personalWords)).resolves.toBeUndefined();
  },
);
