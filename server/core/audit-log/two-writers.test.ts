import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/core/db/open';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { verifyAuditLog } from './verify.ts';

const WRITES = 24;
const context = contextWith();

eachDatabase('the hash chain of the audit log', (_openEmpty, engine) => {
  let databases: readonly [Database, Database];
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const newDatabase = await engine.createMigratedUrl();
    ({ remove } = newDatabase);
    // Two server processes, each with its own connections.
    databases = [await openDatabase(newDatabase.url), await openDatabase(newDatabase.url)];
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await remove();
  });

  test('is valid after concurrent writes of two processes', async () => {
    const sides = databases.map(createCatalogue);
    const { code } = await createCatalogue(databases[0]).addCategory('Sea');
    const all = sides.flatMap((side, of) =>
      Array.from({ length: WRITES }, async (_, index) => {
        if (index % 3 === 0) return side.addCategory(`Category ${of} ${index}`);
        if (index % 3 === 1) return side.addSubCategory(`Part ${of} ${index}`, code);
        const book = await side.addBook({ name: `Book ${of} ${index}` });
        return side.books.update({ id: book.id, name: `Renamed ${of} ${index}` }, context);
      }),
    );
    await Promise.all(all);
    const { entries, lastId, broken } = await verifyAuditLog(databases[0].kysely);
    expect(broken).toBeUndefined();
    // One entry per write, two per book.
    const expected = 1 + 2 * (WRITES + WRITES / 3);
    expect([entries, lastId]).toEqual([expected, expected]);
  });
});
