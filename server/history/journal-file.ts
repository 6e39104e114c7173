import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type ChangedField,
  type JournalEntry,
  type JournalFilter,
  journalEndpoints,
  journalFilter,
} from '#contract/journal';
import type { Sessions } from '#server/auth/sessions';
import type { Schema } from '#server/db/schema';
import { sendCsv } from '#server/http/csv';
import { parse } from '#server/http/parse';
import { requireAccess, requireUser } from '#server/http/session';
import { allOfJournal } from '#server/journal/read-journal';

const columns = [
  'id',
  'at',
  'person',
  'token',
  'action',
  'kind',
  'record id',
  'name',
  'version',
  'changed',
  'follows from',
  'takes back',
  'taken back by',
  'request id',
] as const;

const listWords = ['came', 'went', 'moved', 'changed'] as const;

/** `description; books (1 came, 3 moved)`. */
const toText = (fields: readonly ChangedField[]): string =>
  fields
    .map(({ field, counts }) => {
      const parts = listWords.flatMap((word) => (counts?.[word] ? [`${counts[word]} ${word}`] : []));
      return parts.length === 0 ? field : `${field} (${parts.join(', ')})`;
    })
    .join('; ');

const toCells = (entry: JournalEntry) => [
  entry.id,
  entry.at,
  entry.actor?.name ?? '',
  entry.token?.name ?? '',
  entry.action,
  entry.kind,
  entry.record.id,
  entry.record.name,
  entry.version,
  toText(entry.fields),
  entry.cause_id ?? '',
  entry.undoes_id ?? '',
  entry.undone_by ?? '',
  entry.request_id ?? '',
];

/** The journal as a file, however long. */
export function registerJournalFile(app: FastifyInstance, sessions: Sessions, db: Kysely<Schema>): void {
  async function* rows(filter: JournalFilter) {
    for await (const some of allOfJournal(db, filter)) yield some.map(toCells);
  }
  app.get(`/api${journalEndpoints.csv.path}`, async (request, reply) => {
    requireAccess(await requireUser(sessions, request), 'reports:read');
    return sendCsv(reply, 'journal', columns, rows(parse(journalFilter, request.query)));
  });
}
