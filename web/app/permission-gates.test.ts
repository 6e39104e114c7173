import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');

/** Files that use the permissions for granting them to others, not for checks. */
const givesOn = ['features/users/role-dialog.tsx', 'features/auth/profile/token-dialog.tsx'];

const otherWays: readonly RegExp[] = [
  /\bselectPermissions\b/,
  /\bpermissions\??\s*\.\s*(has|includes|some|every|find|indexOf)\b/,
  /\b(auth\.user|user|me)\??\.(permissions|email)\b[^;\n]*:(edit|delete)/,
  /usePermission\(\s*[`'"](?!(?:settings|releases):)[^)]*:(edit|delete)/,
];

it.each(['selectPermissions', "user.permissions?.includes('books:edit')", "usePermission('books:edit')"])(
  'detects the direct check %s',
  (text) => expect(otherWays.some((way) => way.test(text))).toBe(true),
);

it('uses the helper functions for every check', () => {
  const files = globSync('{app,core/components,features,ui}/**/*.{ts,tsx}', { cwd: web }).filter(
    (file) => !file.includes('.test.') && !givesOn.includes(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(web, file), 'utf8');
    return otherWays.filter((way) => way.test(text)).map((way) => `${file}: ${way}`);
  });
  expect(wrong).toEqual([]);
});
