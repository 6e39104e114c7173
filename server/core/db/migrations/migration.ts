import type { Kysely } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

/**
 * A step from one shape of the database to the next. Once released it is never edited, and it imports nothing but Kysely and
 * its neighbours in this folder: what lives elsewhere changes, and what a database has been through does not.
 */
export interface Migration {
  /** The name under which the database records this step. */
  readonly name: string;
  /** The handle knows no table: name those that are read or written with `$extendTables` and types of the migration's own. */
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}
