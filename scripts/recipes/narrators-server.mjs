/* The files of the example resource in the contract and on the server. */

export const migrationText = `import { sql } from 'kysely';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';
import { indexSearchKeys } from './search-index.ts';

export const narrators: Migration = {
  name: 'NAME',
  async up(db, engine) {
    await createTable(db, {
      engine,
      name: 'narrators',
      columns: {
        id: 'serial',
        name: 'text',
        search_key: 'text',
        version: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
    }).execute();
    await indexSearchKeys(db, engine, 'narrators');
    await sql\`insert into record_lists (name, revision, total) values ('narrators', 0, 0)\`.execute(db);
  },
};
`;

export const contract = `import { z } from 'zod';
import { defineResource, type ItemOf } from '#contract/core/define-resource';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { messages, resourceMessages } from '#contract/core/messages';
import * as responseFields from '#contract/core/responses';
import { namedSchema } from '#contract/core/schema-notes';

const name = fields.requiredText(limits.maxNameLength, messages.nameRequired).describe('The display name.');

export const narrators = defineResource({
  name: 'narrators',
  singular: 'narrator',
  plural: 'narrators',
  item: namedSchema(
    'Narrator',
    z.object({ id: responseFields.id, name: responseFields.name, ...responseFields.versionFields }),
  ),
  query: z.object(fields.listKeys).transform(fields.foldSearch),
  create: namedSchema('NarratorCreate', z.object({ name })),
  update: namedSchema(
    'NarratorUpdate',
    z.object({ id: fields.id, version: fields.version, name: name.optional() }),
  ),
  endpoints: {
    list: { method: 'GET', path: '/books/narrators' },
    get: { method: 'GET', path: '/books/narrators/:id' },
    create: { method: 'POST', path: '/books/narrators' },
    update: { method: 'PUT', path: '/books/narrators/:id' },
    remove: { method: 'DELETE', path: '/books/narrators/:id' },
  },
  encoding: 'json',
  files: {},
  totalFollowsWrites: true,
  messages: resourceMessages('narrator', 'narrators'),
});

export type Narrator = ItemOf<typeof narrators>;
`;

export const table = `import type { CreateOf } from '#contract/core/define-resource';
import type { narrators } from '#contract/narrators/narrators';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const narratorColumns = columnsFor<CreateOf<typeof narrators>>()({
  ...recordKey,
  name: { type: 'text', isInput: true },
  ...recordColumns,
});
`;

export const service = `import { narrators } from '#contract/narrators/narrators';
import { prepareForIds } from '#server/core/db/prepared';
import { narratorColumns } from '#server/core/db/tables/narrators';
import { createPresenter, shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('narrators').select(shownNames(narratorColumns)).where('id', 'in', ids),
);

export function createNarratorService(deps: ServiceDeps): ServiceOf<typeof narrators> & WithLifecycle {
  return createRecordService(deps, {
    declaration: narrators,
    table: 'narrators',
    searched: ['name'],
    rows: async (db, ids) => inOrderOf(ids, await rowsByIds(db, ids)),
    present: createPresenter(narratorColumns),
  });
}
`;
