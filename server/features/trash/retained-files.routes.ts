import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { auditLogEndpoints } from '#contract/audit-log/audit-log';
import type { Sessions } from '#server/core/auth/sessions';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { isKey } from '#server/core/blobs/key';
import { seesRetainedFile } from '#server/core/audit-log/visibility';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';
import { withUser } from '#server/core/http/session';
import { mediaTypeOf } from '#server/core/media/stored-types';

/** Registers the files of audit log entries and records in the trash, for all users. */
export function registerRetainedFiles(
  app: FastifyInstance,
  {
    db,
    blobs,
    sessions,
  }: { readonly db: Kysely<Schema>; readonly blobs: BlobStore; readonly sessions: Sessions },
): void {
  const call = `GET ${auditLogEndpoints.file.path}`;
  app.get<{ Params: { key: string } }>(`/api${auditLogEndpoints.file.path}`, (request, reply) =>
    withUser(sessions, { request, call, access: 'session' }, async (user) => {
      const { key } = request.params;
      const type = isKey(key) ? mediaTypeOf(key) : undefined;
      if (!type) throw notFound('file');
      const retainedFile = await db
        .selectFrom('retained_files')
        .select(['kind', 'record_id'])
        .where('key', '=', key)
        .executeTakeFirst();
      if (retainedFile && !(await seesRetainedFile(db, user, retainedFile))) throw notFound('file');
      const stats = (await blobs.retained.stat(key)) ?? (await blobs.stat(key));
      const content = stats && ((await blobs.retained.open(key)) ?? (await blobs.open(key)));
      if (!content) throw notFound('file');
      return reply
        .headers({
          'content-type': type,
          'content-length': String(stats.size),
          'content-disposition': 'inline',
          'cache-control': 'private, no-store',
        })
        .send(content);
    }),
  );
}
