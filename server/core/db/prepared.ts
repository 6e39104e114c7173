import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { BATCH, batchesInChunks } from './batches.ts';
import type { Schema } from './schema.ts';

/** The number of compiled variants per query and database. */
const MAX_VARIANTS = BATCH;

type Db = Kysely<Schema>;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A stand-in for the values while a query is built. Each property is a slot for a value. */
const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });

interface Run {
  readonly variant: unknown;
  /** Equal for equal variants. */
  readonly key: string;
  readonly values: object;
}

/**
 * Creates a function that builds and compiles a query once per variant and database, because that costs more than running a short
 * query. The compiled query belongs to its definition, so queries cannot be confused.
 */
function createRunner<Row>(build: (db: Db, variant: never) => Compilable<Row>) {
  /** Keyed by the adapter, which a database shares with its transactions only. */
  const databases = new WeakMap<DialectAdapter, LRUCache<string, CompiledQuery>>();

  return async (db: Db, { variant, key, values }: Run): Promise<Row[]> => {
    const { adapter } = db.getExecutor();
    const queries = databases.get(adapter) ?? new LRUCache<string, CompiledQuery>({ max: MAX_VARIANTS });
    databases.set(adapter, queries);
    let compiledQuery = queries.get(key);
    if (!compiledQuery) {
      compiledQuery = build(db, variant as never).compile();
      queries.set(key, compiledQuery);
    }
    const parameters = compiledQuery.parameters.map((parameter) =>
      parameter instanceof Slot ? (values as Record<string, unknown>)[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiledQuery, parameters });
    return rows;
  };
}

/**
 * Prepares a query that is built once. `values` represents the values of each call. The query may only use properties of `values`
 * as parameters, because they have no content when the query is built.
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const run = createRunner<Row>((db) => build(db, slots as Values));
  return (db, values) => run(db, { variant: undefined, key: '', values });
}

/** Prepares a query with several variants. Variants are plain data, and equal variants must build the same query. */
export function prepareEach<Variant, Values extends object, Row>(
  build: (db: Db, values: Values, variant: Variant) => Compilable<Row>,
): (db: Db, variant: Variant, values: Values) => Promise<Row[]> {
  const run = createRunner<Row>((db, variant: Variant) => build(db, slots as Values, variant));
  return (db, variant, values) => run(db, { variant, key: JSON.stringify(variant) ?? '', values });
}

/** Prepares a query for a list of any length. Each query has up to `atOnce` values. Without values no query is sent. */
export function prepareForList<Row, Value extends number | string>(
  build: (db: Db, list: Value[]) => Compilable<Row>,
  atOnce = BATCH,
): (db: Db, list: readonly Value[]) => Promise<Row[]> {
  const run = createRunner<Row>((db, size: number) =>
    build(
      db,
      Array.from({ length: size }, (_, index) => (slots as Record<number, Value>)[index] as Value),
    ),
  );
  return async (db, list) => {
    const rows: Row[] = [];
    for await (const batch of batchesInChunks(list, atOnce))
      rows.push(...(await run(db, { variant: batch.length, key: String(batch.length), values: batch })));
    return rows;
  };
}

/** Prepares a query for a list of ids, like `prepareForList`. */
export const prepareForIds = <Row>(
  build: (db: Db, ids: number[]) => Compilable<Row>,
  atOnce?: number,
): ((db: Db, ids: readonly number[]) => Promise<Row[]>) => prepareForList<Row, number>(build, atOnce);

/** Returns the slots of these columns, for an insert or update. */
export function pick<Values extends object, Column extends keyof Values>(
  values: Values,
  columns: readonly Column[],
): Pick<Values, Column> {
  return Object.fromEntries(columns.map((column) => [column, values[column]])) as Pick<Values, Column>;
}
