import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const MAX_SHAPES = 500;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Values = Readonly<Record<string, unknown>>;
export type MakeSlot = (name: string) => never;

/** By the adapter, which a database shares with its transactions and with no other database. */
const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/**
 * Building and compiling a query costs more than running a short one, so a query is built once a shape, with slots where its
 * values go. `build` must build the same query whenever the shape is the same.
 */
export async function runPrepared<Row>(
  db: Kysely<Schema>,
  shape: string,
  values: Values,
  build: (slot: MakeSlot) => Compilable<Row>,
): Promise<Row[]> {
  const { adapter } = db.getExecutor();
  const shapes = kept.get(adapter) ?? new Map<string, CompiledQuery>();
  kept.set(adapter, shapes);
  let compiled = shapes.get(shape);
  if (!compiled) {
    compiled = build((name) => new Slot(name) as never).compile();
    if (shapes.size >= MAX_SHAPES) shapes.clear();
    shapes.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Slot ? values[parameter.name] : parameter,
  );
  const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
  return rows;
}

/** Like `runPrepared` for a query over a list of ids; a shape for each length of the list. */
export function runForIds<Row>(
  db: Kysely<Schema>,
  shape: string,
  ids: readonly number[],
  build: (slots: number[]) => Compilable<Row>,
): Promise<Row[]> {
  const values = Object.fromEntries(ids.map((id, index) => [String(index), id]));
  return runPrepared<Row>(db, `${shape} ${ids.length}`, values, (slot) =>
    build(ids.map((_, index) => slot(String(index)) as number)),
  );
}

/** Slots for all these columns, to be inserted or set. */
export function slotsFor<Column extends string>(
  columns: readonly Column[],
  slot: MakeSlot,
): Record<Column, never> {
  return Object.fromEntries(columns.map((column) => [column, slot(column)])) as Record<Column, never>;
}
