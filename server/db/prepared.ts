import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const MAX_SHAPES = 500;

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Values = Readonly<Record<string, unknown>>;

/**
 * Building and compiling a query costs more than running a short one, so a query is built once a shape, with slots where
 * its values go.
 *
 * `build` gets a function that makes a slot; it must build the same query whenever the shape is the same.
 */
export function createPrepared(db: Kysely<Schema>) {
  const kept = new Map<string, CompiledQuery>();

  return async function run<Row>(
    shape: string,
    values: Values,
    build: (slot: (name: string) => never) => Compilable<Row>,
  ): Promise<Row[]> {
    let compiled = kept.get(shape);
    if (!compiled) {
      compiled = build((name) => new Slot(name) as never).compile();
      if (kept.size >= MAX_SHAPES) kept.clear();
      kept.set(shape, compiled);
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters } as CompiledQuery<Row>);
    return rows;
  };
}

export type RunPrepared = ReturnType<typeof createPrepared>;
