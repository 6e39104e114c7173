import pg from 'pg';

/** Counts and sums are returned as text, because they could exceed the safe integers of JavaScript. In this product they do not. */
const numbersAsText: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    numbersAsText.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
