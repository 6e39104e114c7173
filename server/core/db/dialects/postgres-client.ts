import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** Statements that have names: each connection of each process keeps as many at most. */
const MAX_NAMES = 400;
const MAX_SEEN = 2_000;

/** PostgreSQL's word for a statement whose table was changed since it was prepared, as by the migrations of a newer version. */
const NOT_SUPPORTED = '0A000';

export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === NOT_SUPPORTED &&
  error.message.startsWith('cached plan');

/**
 * Names for statements, by which a connection parses and plans them once. A statement gets one when it is seen a second time, since
 * some are never seen again.
 */
function createNames() {
  const knownTexts = new LRUCache<string, true>({ max: MAX_SEEN });
  const names = new Map<string, string>();
  let generation = 1;
  return {
    of(text: string): string | undefined {
      const knownName = names.get(text);
      if (knownName !== undefined) return knownName;
      if (!knownTexts.has(text) || names.size >= MAX_NAMES) {
        knownTexts.set(text, true);
        return undefined;
      }
      const name = `lectern_${generation}_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    forget(): void {
      names.clear();
      generation++;
    },
  };
}

type Query = (
  config: pg.QueryConfig | string,
  values?: unknown[],
  callback?: (error: Error, result: pg.QueryResult) => void,
) => Promise<pg.QueryResult>;

/** A kind of client whose statements are prepared once a connection. */
export function createClientClass(): typeof pg.Client {
  const names = createNames();

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const plain: Query = super.query.bind(this);
      const named: Query = async (text, values) => {
        const name = typeof text === 'string' ? names.of(text) : undefined;
        if (typeof text !== 'string' || name === undefined) return plain(text, values);
        try {
          return await plain({ name, text, ...(values && { values }) });
        } catch (error) {
          if (!isOutdated(error)) throw error;
          names.forget();
          // In a transaction this fails as well, and the whole of it is run again.
          return plain(text, values).catch(() => {
            throw error;
          });
        }
      };
      // The pool's own queries come with a callback.
      this.query = ((...call: Parameters<Query>) =>
        call[2] === undefined && Array.isArray(call[1])
          ? named(...call)
          : plain(...call)) as typeof this.query;
    }
  };
}
