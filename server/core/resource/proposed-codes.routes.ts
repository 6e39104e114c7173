import {
  type CodedName,
  proposedCode,
  proposedCodeEndpoints,
  proposedCodeQuery,
} from '#contract/core/proposed-codes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';

/** A service that proposes the code of a new record by its name. */
export interface CodeProposer {
  proposeCode(name: string): Promise<string>;
}

const operations = {
  categories: { operationId: 'proposeCategoryCode', noun: 'category' },
  'sub-categories': { operationId: 'proposeSubCategoryCode', noun: 'sub-category' },
} satisfies Record<CodedName, unknown>;

/** Creates the routes of categories and sub-categories in addition to the five routes of every resource. */
export function proposedCodeRoutes(resource: CodedName, service: CodeProposer): RouteDefinition[] {
  const { operationId, noun } = operations[resource];
  return [
    defineRoute({
      ...proposedCodeEndpoints[resource],
      tag: resource,
      operationId,
      summary: `Propose a code for a new ${noun}`,
      access: 'session',
      query: proposedCodeQuery,
      response: proposedCode,
      handle: async ({ query }) => ({ data: { code: await service.proposeCode(query.name) } }),
    }),
  ];
}
