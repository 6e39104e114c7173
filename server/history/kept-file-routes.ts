import type { FastifyInstance } from 'fastify';
import { journalEndpoints } from '#contract/journal';
import type { Sessions } from '#server/auth/sessions';
import type { BlobStore } from '#server/blobs/blob-store';
import { isKey } from '#server/blobs/key';
import { notFound } from '#server/errors';
import { requireUser } from '#server/http/session';
import { mediaTypeOf } from '#server/media/stored-kinds';

/** The files that entries of the journal and records in the trash name, for whoever is signed in. */
export function registerKeptFiles(
  app: FastifyInstance,
  { blobs, sessions }: { readonly blobs: BlobStore; readonly sessions: Sessions },
): void {
  app.get<{ Params: { key: string } }>(`/api${journalEndpoints.file.path}`, async (request, reply) => {
    await requireUser(sessions, request);
    const { key } = request.params;
    const type = isKey(key) ? mediaTypeOf(key) : undefined;
    if (!type) throw notFound('file');
    const found = (await blobs.withheld.stat(key)) ?? (await blobs.stat(key));
    const content = found && ((await blobs.withheld.open(key)) ?? (await blobs.open(key)));
    if (!content) throw notFound('file');
    return reply
      .headers({
        'content-type': type,
        'content-length': String(found.size),
        'content-disposition': 'inline',
        'cache-control': 'private, no-store',
      })
      .send(content);
  });
}
