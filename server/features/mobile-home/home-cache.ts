import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { counterRow } from '#server/core/db/counter-row';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

const sumOfRevisions = prepare((db) =>
  db
    .selectFrom('catalogue')
    .select(sql<number>`revision + (select sum(revision) from record_lists)`.as('revision')),
);

/**
 * Caches results that are derived from the catalogue, until any process writes a record type that they may contain. So they are exact and
 * need one short query per request. The least recently used results are removed when all together are larger than `maxBytes`.
 * @param reads returns the database of a request, which also reads the results that it caches
 * @returns a function that returns the cached result of the key, or builds it
 */
export function createHomeCache<Value>(
  reads: () => Kysely<Schema>,
  { maxBytes, sizeOf }: { readonly maxBytes: number; readonly sizeOf: (value: Value) => number },
) {
  const cache = new LRUCache<string, { revision: number; value: Promise<Value> }>({ maxSize: maxBytes });

  return async (key: string, build: (db: Kysely<Schema>) => Promise<Value>): Promise<Value> => {
    const db = reads();
    // Every write increases one of these counters and none ever decreases, so their sum identifies a state.
    const { revision } = counterRow(await sumOfRevisions(db, {}), 'catalogue');
    const cachedEntry = cache.get(key);
    if (cachedEntry && cachedEntry.revision >= revision) return cachedEntry.value;
    const entry = { revision, value: build(db) };
    cache.set(key, entry, { size: 1 });
    entry.value.then(
      (value) => {
        // The cache reads the size of new objects only.
        if (cache.peek(key) === entry) cache.set(key, { ...entry }, { size: Math.max(sizeOf(value), 1) });
      },
      () => {
        if (cache.peek(key) === entry) cache.delete(key);
      },
    );
    return entry.value;
  };
}
