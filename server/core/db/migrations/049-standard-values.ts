import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

/*
 * Stored values have the names that the product uses: a sentence with low confidence needs review, a value that a user entered is manual,
 * and a job has the name of its feature. The times of audio without text are in a column with a standard name.
 */

type Names = Readonly<Record<string, string>>;

const BATCH = 200;
/** As in `server/features/book-content/pack.ts`. */
const SHORT = 400;
const PACKED = 'z';

const timeStates: Names = { doubtful: 'low_confidence', unspoken: 'missing_in_audio' };
const sources: Names = { hand: 'manual' };

/** The new values by the key that has them. */
const valuesByKey: Readonly<Record<string, Names>> = {
  state: timeStates,
  time_state: timeStates,
  source: sources,
  name_by: sources,
  times_by: sources,
  name_source: sources,
  times_source: sources,
};
const warningKinds: Readonly<Record<string, Names>> = { kind: { foreign: 'unsupported' } };
const columns: Names = { sound_without_text: 'audio_without_text' };
/** `sentence` is a key of the warnings of an import. */
const keys: Names = { ...columns, sentence: 'message' };

const renamed = (value: string, names: Names | undefined): string =>
  (names && Object.hasOwn(names, value) ? names[value] : undefined) ?? value;

/** Returns stored sentences, a JSON list of lists, with the new states. */
const withSentenceStates = (json: string): string =>
  Object.entries(timeStates).reduce((text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`), json);

function withNames(value: unknown, values: Readonly<Record<string, Names>>): unknown {
  if (Array.isArray(value)) return value.map((entry) => withNames(entry, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      renamed(key, keys),
      typeof entry !== 'string'
        ? withNames(entry, values)
        : key === 'sentences'
          ? withSentenceStates(entry)
          : renamed(entry, values[key]),
    ]),
  );
}

const renameJson = (json: string): string => JSON.stringify(withNames(JSON.parse(json), valuesByKey));

function renamePacked(text: string): string {
  if (!text.startsWith(PACKED)) return renameJson(text);
  const json = inflateRawSync(Buffer.from(text.slice(PACKED.length), 'base64')).toString();
  const renamedJson = renameJson(json);
  if (renamedJson === json) return text;
  return renamedJson.length < SHORT
    ? renamedJson
    : `${PACKED}${deflateRawSync(renamedJson, { level: 3 }).toString('base64')}`;
}

const renameProposal = (json: string): string =>
  JSON.stringify(withNames(JSON.parse(json), { ...valuesByKey, ...warningKinds }));

/** The times of a text are a list: start, end, confidence, state, sentences. */
function renameDetails(json: string): string {
  const { times, ...details } = JSON.parse(json) as { times: (unknown[] | null)[] };
  return JSON.stringify({
    ...(withNames(details, valuesByKey) as object),
    times: times.map((entry) =>
      entry?.map((value, at) =>
        typeof value !== 'string' ? value : at === 4 ? withSentenceStates(value) : renamed(value, timeStates),
      ),
    ),
  });
}

interface BookSnapshot {
  readonly bookContent?: {
    readonly parts: readonly { readonly content: string }[];
    readonly drafts: readonly { readonly document: string }[];
  };
}

/** Renames in a deleted book, also in its packed versions and autosaves. */
function renameSnapshot(json: string): string {
  const { bookContent, ...rows } = JSON.parse(json) as BookSnapshot;
  return JSON.stringify({
    ...(withNames(rows, valuesByKey) as object),
    ...(bookContent && {
      bookContent: {
        ...bookContent,
        parts: bookContent.parts.map((part) => ({ ...part, content: renamePacked(part.content) })),
        drafts: bookContent.drafts.map((row) => ({ ...row, document: renamePacked(row.document) })),
      },
    }),
  });
}

/** Rewrites a column, a batch of rows at a time. @param at `key` lists the columns of the primary key, `where` limits the rows */
async function rewrite(
  db: Kysely<unknown>,
  at: {
    readonly table: string;
    readonly key: readonly string[];
    readonly column: string;
    readonly where?: string;
  },
  change: (value: string) => string,
): Promise<void> {
  const [table, column] = [sql.table(at.table), sql.ref(at.column)];
  const key = sql.join(at.key.map((name) => sql.ref(name)));
  const limited = at.where === undefined ? sql`` : sql` and ${sql.raw(at.where)}`;
  for (let last: readonly unknown[] | undefined; ; ) {
    const after = last ? sql` and (${key}) > (${sql.join([...last])})` : sql``;
    const { rows } = await sql<Readonly<Record<string, unknown>> & { readonly changed_value: string }>`
      select ${key}, ${column} as changed_value from ${table}
      where ${column} is not null${limited}${after} order by ${key} limit ${sql.lit(BATCH)}`.execute(db);
    for (const { changed_value: before, ...row } of rows) {
      const value = change(before);
      if (value === before) continue;
      const conditions = at.key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
      await sql`update ${table} set ${column} = ${value} where ${sql.join(conditions, sql` and `)}`.execute(
        db,
      );
    }
    const end = rows.at(-1);
    if (!end) return;
    last = at.key.map((name) => end[name]);
  }
}

async function renameValues(
  db: Kysely<unknown>,
  at: { readonly table: string; readonly column: string },
  names: Names,
): Promise<void> {
  const column = sql.ref(at.column);
  for (const [from, to] of Object.entries(names))
    await sql`update ${sql.table(at.table)} set ${column} = ${to} where ${column} = ${from}`.execute(db);
}

export const standardValues: Migration = {
  name: '049-standard-values',
  async up(db) {
    for (const [from, to] of Object.entries(columns))
      await sql`alter table chapters rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
    await renameValues(db, { table: 'text_items', column: 'time_state' }, timeStates);
    for (const column of ['name_by', 'times_by'])
      await renameValues(db, { table: 'chapters', column }, sources);
    await renameValues(
      db,
      { table: 'jobs', column: 'kind' },
      { join: 'assemble', scan: 'audio-analysis', cut: 'clips' },
    );
    for (const [from, to] of Object.entries(timeStates)) {
      const [before, after] = [`"${from}"`, `"${to}"`];
      await sql`update text_items set sentences = replace(sentences, ${before}, ${after})
        where sentences like ${`%${before}%`}`.execute(db);
      await sql`update jobs set result = replace(result, ${before}, ${after})
        where kind = 'align' and result is not null`.execute(db);
    }
    for (const [from, to] of [
      ['changers', 'editors'],
      ['everybody', 'all'],
    ])
      await sql`update settings set value = ${JSON.stringify(to)}
        where key = 'two_factor' and value = ${JSON.stringify(from)}`.execute(db);
    await rewrite(db, { table: 'imports', key: ['id'], column: 'proposal' }, renameProposal);
    await rewrite(
      db,
      { table: 'import_texts', key: ['import_id', 'position'], column: 'details' },
      renameDetails,
    );
    await rewrite(db, { table: 'retained_contents', key: ['entry_id'], column: 'content' }, renameJson);
    await rewrite(
      db,
      { table: 'trash', key: ['id'], column: 'snapshot', where: `kind = 'books'` },
      renameSnapshot,
    );
    await rewrite(
      db,
      {
        table: 'book_content_blocks',
        key: ['book_id', 'chapter_id', 'kind', 'until'],
        column: 'content',
      },
      renamePacked,
    );
    await rewrite(
      db,
      { table: 'book_content_autosaves', key: ['book_id', 'user_id'], column: 'document' },
      renamePacked,
    );
  },
};
