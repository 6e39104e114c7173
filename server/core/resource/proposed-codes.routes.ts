import {
  type CodedName,
  proposedCode,
  proposedCodeEndpoints,
  proposedCodeQuery,
} from '#contract/core/proposed-codes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';

/** A service that tells which code a new record of a name would get. */
export interface CodeProposer {
  proposeCode(name: string): Promise<string>;
}

const operations = {
  categories: { operationId: 'proposeCategoryCode', noun: 'category' },
  'sub-categories': { operationId: 'proposeSubCategoryCode', noun: 'sub-category' },
} satisfies Record<CodedName, unknown>;

/** The routes of categories and sub-categories beside the five calls of every resource. */
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
      answer: proposedCode,
      handle: async ({ query }) => ({ data: { code: await service.proposeCode(query.name) } }),
    }),
  ];
}
