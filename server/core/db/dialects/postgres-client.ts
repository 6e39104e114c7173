import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** The maximum number of named statements. Each connection of each process stores up to this number. */
const MAX_NAMES = 400;
const MAX_SEEN = 2_000;

/** The PostgreSQL error code for a prepared statement whose table was changed, for example by a migration of a newer version. */
const NOT_SUPPORTED = '0A000';

export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === NOT_SUPPORTED &&
  error.message.startsWith('cached plan');

/**
 * Creates names for statements, so that a connection parses and plans each of them once. A statement has a name from its second use
 * on, because some are used only once.
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

/** Creates a client class whose statements are prepared once per connection. */
export function createClientClass(): typeof pg.Client {
  const names = createNames();

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const plain: Query = super.query.bind(this);
      const runNamed: Query = async (text, values) => {
        const name = typeof text === 'string' ? names.of(text) : undefined;
        if (typeof text !== 'string' || name === undefined) return plain(text, values);
        try {
          return await plain({ name, text, ...(values && { values }) });
        } catch (error) {
          if (!isOutdated(error)) throw error;
          names.forget();
          // Inside a transaction this fails as well, and the whole transaction is retried.
          return plain(text, values).catch(() => {
            throw error;
          });
        }
      };
      // Queries of the pool itself have a callback.
      this.query = ((...call: Parameters<Query>) =>
        call[2] === undefined && Array.isArray(call[1])
          ? runNamed(...call)
          : plain(...call)) as typeof this.query;
    }
  };
}
