import type { Kysely } from 'kysely';
import type { ResourceDeclaration, WireItem } from '#contract/define-resource';
import { pageOf } from '#contract/envelope';
import { historyEndpointsOf, historyQuery, journalEntry, putBack, recordUses } from '#contract/journal';
import type { Schema } from '#server/db/schema';
import { editConflict, notFound } from '#server/errors';
import { inPascalCase, readIfMatch } from '#server/http/resource-routes';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { Living } from '#server/resources/record-life';
import { idIn } from './journal-routes.ts';
import type { JournalService } from './journal.service.ts';
import type { UndoService } from './undo.service.ts';

interface Deps {
  readonly db: Kysely<Schema>;
  readonly journal: JournalService;
  readonly undo: UndoService;
}

/** The calls of every resource around what has happened to its records. */
export function historyRoutes(
  resource: ResourceDeclaration,
  { life, get }: Living & { get(id: number): Promise<WireItem> },
  { db, journal, undo }: Deps,
): RouteDefinition[] {
  const { name: kind, singular, messages } = resource;
  const endpoints = historyEndpointsOf(resource);
  const one = inPascalCase(singular);
  return [
    defineRoute({
      ...endpoints.history,
      tag: kind,
      operationId: `list${one}History`,
      summary: `List what has happened to a ${singular}`,
      description: 'Newest first, a page at a time. A deleted record keeps its history.',
      access: 'session',
      query: historyQuery,
      answer: pageOf(journalEntry),
      handle: async ({ query, body }) => {
        const record_id = idIn(body);
        const { items, total } = await journal.list({ ...query, kind, record_id });
        if (total === 0 && !(await life.find(db, record_id))) throw notFound(singular);
        return { data: { items, total, objects: { total } } };
      },
    }),
    defineRoute({
      ...endpoints.uses,
      tag: kind,
      operationId: `list${one}Uses`,
      summary: `List where a ${singular} is used`,
      description: 'What follows when it is deleted, or what forbids that.',
      access: 'session',
      answer: recordUses,
      handle: async ({ body }) => {
        const id = idIn(body);
        if (!(await life.find(db, id))) throw notFound(singular);
        return { data: await life.uses(db, id) };
      },
    }),
    defineRoute({
      ...endpoints.putBack,
      tag: kind,
      operationId: `putBack${one}`,
      summary: `Put a ${singular} back as it was`,
      description:
        'One field, several, or the whole record, as an entry of its history found or left it. An ordinary change: what it names and is gone is left out of lists and refused elsewhere.',
      access: `${kind}:edit`,
      body: putBack,
      answer: resource.item,
      handle: async (call) => {
        const versions =
          call.body.version === undefined ? readIfMatch(call.request.headers['if-match']) : undefined;
        const found = versions && (await life.find(db, call.body.id));
        if (found && !versions?.includes(found.version)) throw editConflict(singular);
        const input = found ? { ...call.body, version: found.version } : call.body;
        await undo.putBack(life, input, call.authorize);
        return { data: await get(input.id), message: messages.updated };
      },
    }),
  ];
}
