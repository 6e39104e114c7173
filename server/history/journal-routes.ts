import { z } from 'zod';
import { pageOf } from '#contract/envelope';
import * as fields from '#contract/fields';
import {
  historyQuery,
  journalActor,
  journalDetail,
  journalEndpoints,
  journalEntry,
  journalHeader,
  journalQuery,
  undone,
  undoneMessage,
} from '#contract/journal';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { ChangedSince } from './changed-since.ts';
import type { JournalService } from './journal.service.ts';
import type { UndoService } from './undo.service.ts';

const tag = 'journal';

const paged = <Item>({ items, total }: { items: Item[]; total: number }) => ({
  data: { items, total, objects: { total } },
});

/** The id of a path; what no record could have is 0. */
export function idIn(body: unknown): number {
  const parsed = fields.id.safeParse((body as { id?: unknown }).id);
  return parsed.success ? parsed.data : 0;
}

/** What has happened in the catalogue, and how it is taken back. */
export function journalRoutes(journal: JournalService, { undo }: UndoService): RouteDefinition[] {
  return [
    defineRoute({
      ...journalEndpoints.list,
      tag,
      operationId: 'listJournal',
      summary: 'List what has happened in the catalogue',
      access: 'reports:read',
      query: journalQuery,
      answer: pageOf(journalEntry),
      handle: async ({ query }) => paged(await journal.list(query)),
    }),
    defineRoute({
      ...journalEndpoints.mine,
      tag,
      operationId: 'listOwnJournal',
      summary: 'List what your own account did',
      access: 'session',
      query: historyQuery,
      answer: pageOf(journalEntry),
      handle: async ({ query, user }) => paged(await journal.list({ ...query, actor_id: user.id })),
    }),
    defineRoute({
      ...journalEndpoints.actors,
      tag,
      operationId: 'listJournalActors',
      summary: 'List everybody who stands in the journal, those with the most entries first',
      description: 'With how many entries each has of those that are left.',
      access: 'reports:read',
      answer: z.array(journalActor),
      handle: async () => ({ data: await journal.actors() }),
    }),
    defineRoute({
      ...journalEndpoints.get,
      tag,
      operationId: 'getJournalEntry',
      summary: 'Read one entry of the journal with what changed',
      access: 'session',
      answer: journalDetail,
      handle: async ({ body, user }) => ({ data: await journal.get(idIn(body), user) }),
    }),
    defineRoute({
      ...journalEndpoints.undo,
      tag,
      operationId: 'undoJournalEntry',
      summary: 'Take back what an entry of the journal says',
      access: 'session',
      mayForbid: true,
      mayConflict: true,
      answer: undone,
      handle: async ({ body, authorize, reply }) => {
        try {
          return { data: await undo(idIn(body), authorize), message: undoneMessage };
        } catch (error) {
          if (error instanceof ChangedSince) reply.header(journalHeader, String(error.entryId));
          throw error;
        }
      },
    }),
  ];
}
