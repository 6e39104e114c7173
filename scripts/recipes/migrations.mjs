import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const migrationsFolder = 'server/core/db/migrations';
export const frozenTest = `${migrationsFolder}/frozen.test.ts`;

/** Returns the number of a new migration in a copy of the repository. */
export function nextMigration(/** @type {string} */ folder) {
  const files = readdirSync(join(folder, migrationsFolder)).filter((file) => /^\d{3}-/.test(file));
  return String(Number(files.toSorted().at(-1)?.slice(0, 3)) + 1).padStart(3, '0');
}

/** Returns the hash of a migration in `frozen.test.ts`. */
export const hashOf = (/** @type {string} */ text) =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
