import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { BATCH, batchesInChunks } from './batches.ts';
import type { Schema } from './schema.ts';

/** The number of variants of one query that stay compiled on one database. */
const MAX_VARIANTS = BATCH;

type Db = Kysely<Schema>;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for the values while a query is built: each of its properties is the place of one. */
const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });

interface Run {
  readonly variant: unknown;
  /** Equal for equal variants. */
  readonly key: string;
  readonly values: object;
}

/**
 * Building and compiling a query costs more than running a short one, so it is done once a variant and database. What was
 * compiled belongs to the definition: no other query can be taken for it.
 */
function createRunner<Row>(build: (db: Db, variant: never) => Compilable<Row>) {
  /** By the adapter, which a database shares with its transactions and with no other database. */
  const databases = new WeakMap<DialectAdapter, LRUCache<string, CompiledQuery>>();

  return async (db: Db, { variant, key, values }: Run): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const queries = databases.get(adapter) ?? new LRUCache<string, CompiledQuery>({ max: MAX_VARIANTS });
    databases.set(adapter, queries);
    let compiled = queries.get(key);
    if (!compiled) {
      compiled = build(db, variant as never).compile();
      queries.set(key, compiled);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? (values as Record<string, unknown>)[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/**
 * A query that is built once, with `values` standing for what each call gives. Only properties of `values` may be put into the
 * query: there is nothing else in it yet.
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const run = createRunner<Row>((db) => build(db, slots as Values));
  return (db, values) => run(db, { variant: undefined, key: '', values });
}

/** Like `prepare`, for a query of several shapes. Variants are plain data, and equal ones must build the same query. */
export function prepareEach<Variant, Values extends object, Row>(
  build: (db: Db, values: Values, variant: Variant) => Compilable<Row>,
): (db: Db, variant: Variant, values: Values) => Promise<Row[]> {
  const run = createRunner<Row>((db, variant: Variant) => build(db, slots as Values, variant));
  return (db, variant, values) => run(db, { variant, key: JSON.stringify(variant) ?? '', values });
}

/** Like `prepare`, for a query over a list of ids however long, `atOnce` of them in one query. No ids, no rows. */
export function prepareForIds<Row>(
  build: (db: Db, ids: number[]) => Compilable<Row>,
  atOnce = BATCH,
): (db: Db, ids: readonly number[]) => Promise<Row[]> {
  const run = createRunner<Row>((db, size: number) =>
    build(
      db,
      Array.from({ length: size }, (_, index) => (slots as Record<number, number>)[index] ?? 0),
    ),
  );
  return async (db, ids) => {
    const rows: Row[] = [];
    for await (const batch of batchesInChunks(ids, atOnce))
      rows.push(...(await run(db, { variant: batch.length, key: String(batch.length), values: batch })));
    return rows;
  };
}

/** The places of these columns, to be inserted or set. */
export function pick<Values extends object, Column extends keyof Values>(
  values: Values,
  columns: readonly Column[],
): Pick<Values, Column> {
  return Object.fromEntries(columns.map((column) => [column, values[column]])) as Pick<Values, Column>;
}
