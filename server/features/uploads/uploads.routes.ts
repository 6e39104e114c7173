import { sql } from 'kysely';
import { pageOf } from '#contract/core/envelope';
import { upload, uploadEndpoints, uploadsQuery } from '#contract/uploads/uploads';
import type { Database } from '#server/core/db/open';
import { notFound } from '#server/core/errors';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { findUpload, toUpload } from './upload-rows.ts';

const tag = 'uploads';

/** Routes for the caller's uploads, in addition to those of the protocol. */
export function uploadRoutes({ kysely: db }: Database): RouteDefinition[] {
  return [
    defineRoute({
      ...uploadEndpoints.list,
      tag,
      operationId: 'listUploads',
      summary: 'List your uploads',
      access: 'books:edit',
      query: uploadsQuery,
      response: pageOf(upload),
      handle: async ({ query: { page, items_per_page }, user }) => {
        const own = db.selectFrom('uploads').where('user_id', '=', user.id);
        const rows = await own
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(items_per_page)
          .offset((page - 1) * items_per_page)
          .execute();
        const { total } = await own.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
        return { data: { items: rows.map(toUpload), total, objects: { total } } };
      },
    }),
    defineRoute({
      ...uploadEndpoints.get,
      tag,
      operationId: 'getUpload',
      summary: 'Get an upload',
      access: 'books:edit',
      response: upload,
      handle: async ({ body, user }) => {
        const row = await findUpload(db, String((body as { upload?: unknown }).upload));
        if (!row || row.user_id !== user.id) throw notFound('upload');
        return { data: toUpload(row) };
      },
    }),
  ];
}
