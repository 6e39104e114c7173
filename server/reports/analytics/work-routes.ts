import { workByPerson, workByPersonEndpoint, workQuery } from '#contract/analytics';
import type { Database } from '#server/db/open';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { peopleInJournal } from '#server/journal/people-in-journal';
import { rangeOf } from './analytics-range.ts';

/** How much everybody did. */
export const workRoutes = ({ kysely }: Database): RouteDefinition[] => [
  defineRoute({
    ...workByPersonEndpoint,
    tag: 'reports',
    operationId: 'getWorkByPerson',
    summary: 'How many records of any kind everybody created, changed, deleted and restored',
    description: 'Counted from the entries that the journal has.',
    access: 'reports:read',
    query: workQuery,
    answer: workByPerson,
    async handle({ query }) {
      const { from, to } = rangeOf(query, new Date());
      const people = await peopleInJournal(kysely, { from, to });
      return {
        data: {
          from,
          to,
          people: people.map(({ actor, actions: { created, changed, deleted, restored, purged } }) => ({
            actor,
            created,
            changed,
            deleted: deleted + purged,
            restored,
          })),
        },
      };
    },
  }),
];
