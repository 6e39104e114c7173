import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import { responseMessages } from '#contract/core/messages';
import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { tusExtensions, tusVersion } from '#contract/uploads/uploads';
import { knownErrors } from '#contract/core/errors';
import { formatBytes } from '#contract/core/format-bytes';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import type { UploadRow } from '#server/core/db/tables/uploads';
import { inTransaction } from '#server/core/db/transaction';
import { notFound, appError } from '#server/core/errors';
import { readInParts } from '#server/core/http/body-parts';
import { confirmUser, withUser } from '#server/core/http/session';
import { type PartDeps, enqueueAssembly, receiveParts } from './receive-parts.ts';
import { assertBodyType, assertVersion, readBytesHeader, readMetadata, toFileName } from './tus-headers.ts';
import { assembleKind } from './assemble.jobs.ts';
import { lockUpload } from './upload-lock.ts';
import { deleteUpload, findUpload, insertUpload, toUpload } from './upload-rows.ts';

export interface TusDeps extends PartDeps {
  readonly sessions: Sessions;
  /** Returns the setting at the time of the request. */
  readonly maxFileBytes: () => number;
  readonly quotaBytes: number;
}

/** Uploads require the permission to edit books. */
const access: Permission = 'books:edit';
const root = '/api/uploads';
const uploadPath = `${root}/:upload`;

const httpDate = (iso: string): string => new Date(iso).toUTCString();

/**
 * Registers resumable uploads by tus 1.0.0: creation, expiration, termination. Statuses and headers are those of the protocol; errors use
 * the envelope of the API. It is registered before the routes that return an upload as JSON, because `HEAD` belongs to the protocol.
 */
export function registerUploads(app: FastifyInstance, deps: TusDeps): void {
  const { database, blobs, jobs, sessions, maxFileBytes, quotaBytes } = deps;
  const { kysely: db } = database;

  const authorizeFor =
    (request: FastifyRequest) =>
    async (trx: Transaction<Schema>): Promise<void> => {
      await confirmUser(sessions, { request, access, trx });
    };

  async function findOwn(request: FastifyRequest, user: SessionUser): Promise<UploadRow> {
    const { upload } = request.params as { upload: string };
    const row = await findUpload(db, upload);
    if (!row || row.user_id !== user.id) throw notFound('upload');
    if (row.expires_at <= new Date().toISOString()) throw appError(knownErrors.uploadExpired);
    return row;
  }

  /** Runs a function under the lock of an upload, with the current row. */
  async function alone<Result>(
    { id }: UploadRow,
    work: (row: UploadRow, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const lock = await lockUpload(database.relaxed, id);
    try {
      const row = await findUpload(db, id);
      if (!row) throw notFound('upload');
      return await work(row, lock.wanted);
    } finally {
      await lock.release();
    }
  }

  function describe(reply: FastifyReply, row: UploadRow): FastifyReply {
    reply.header('upload-offset', String(row.received));
    if (row.state === 'receiving') reply.header('upload-expires', httpDate(row.expires_at));
    return reply;
  }

  type Handler = (request: FastifyRequest, reply: FastifyReply, user: SessionUser) => Promise<unknown>;

  const asUser = (method: string, path: string, handle: Handler) => {
    const call = `${method} ${path}`;
    return (request: FastifyRequest, reply: FastifyReply) =>
      withUser(sessions, { request, call, access }, (user) => handle(request, reply, user));
  };

  const create = asUser('POST', '/uploads', async (request, reply, user) => {
    sessions.spend(user, 'POST /uploads');
    assertVersion(request);
    const size = readBytesHeader(request, 'Upload-Length');
    if (size > maxFileBytes()) throw appError(knownErrors.uploadTooLarge(formatBytes(maxFileBytes())));
    const { sent, values } = readMetadata(request);
    const importId = /^\d{1,9}$/.exec(values.get('import_id') ?? '')?.[0];
    const row = await inTransaction(database, async (trx) => {
      await authorizeFor(request)(trx);
      const newUpload = await insertUpload(
        trx,
        {
          userId: user.id,
          size,
          fileName: toFileName(values.get('filename') ?? values.get('name') ?? ''),
          importId: importId === undefined ? null : Number(importId),
          metadata: sent,
        },
        quotaBytes,
      );
      if (size > 0) return newUpload;
      await trx.updateTable('uploads').set({ state: 'assembling' }).where('id', '=', newUpload.id).execute();
      await enqueueAssembly(jobs, newUpload, trx);
      return newUpload;
    });
    describe(reply, row).code(201).header('location', `${root}/${row.id}`);
    return { success: true, message: responseMessages.sendBytes, data: toUpload(row) };
  });

  const sendOffset = asUser('HEAD', '/uploads/:upload', async (request, reply, user) => {
    assertVersion(request);
    // The client will resume, so data of an earlier request is stored first.
    const row = await alone(await findOwn(request, user), async (lockedRow) => lockedRow);
    describe(reply, row).header('upload-length', String(row.size));
    if (row.metadata !== '') reply.header('upload-metadata', row.metadata);
    return reply.code(200).send();
  });

  const receive = asUser('PATCH', '/uploads/:upload', async (request, reply, user) => {
    assertVersion(request);
    assertBodyType(request);
    const offset = readBytesHeader(request, 'Upload-Offset');
    const length = Number(request.headers['content-length'] ?? 0);
    const own = await findOwn(request, user);
    if (offset + length > own.size) throw appError(knownErrors.uploadBeyondSize);
    await alone(own, async (row, signal) => {
      if (offset !== row.received) throw appError(knownErrors.uploadElsewhere(row.received, offset));
      const body = readInParts(request.raw, signal);
      try {
        await receiveParts(deps, { row, body, authorize: authorizeFor(request) });
      } finally {
        body.end();
      }
    });
    return describe(reply, (await findUpload(db, own.id)) ?? own)
      .code(204)
      .send();
  });

  const remove = asUser('DELETE', '/uploads/:upload', async (request, reply, user) => {
    assertVersion(request);
    const own = await findOwn(request, user);
    const keys = await alone(own, (row) =>
      inTransaction(database, async (trx) => {
        await authorizeFor(request)(trx);
        await jobs.cancelAll(assembleKind, [row.id], trx);
        return deleteUpload(trx, row);
      }),
    );
    await Promise.allSettled(keys.map((key) => blobs.remove(key)));
    return reply.code(204).send();
  });

  /** Supports clients behind proxies that only allow POST. */
  function instead(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase();
    if (method === 'PATCH') return receive(request, reply);
    if (method === 'DELETE') return remove(request, reply);
    reply.header('allow', 'DELETE, GET, HEAD, OPTIONS, PATCH');
    throw appError(knownErrors.methodNotAllowed);
  }

  const options = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(204)
      .headers({
        'tus-version': tusVersion,
        'tus-extension': tusExtensions.join(','),
        'tus-max-size': String(maxFileBytes()),
      })
      .send();

  const tusOptions: RouteShorthandOptions = {
    onRequest: async (_request, reply) => void reply.header('tus-resumable', tusVersion),
    // A client with another version receives the supported one.
    onSend: async (_request, reply, payload) => {
      if (reply.statusCode === 412) reply.header('tus-version', tusVersion);
      return payload;
    },
  };
  const calls: readonly Pick<RouteOptions, 'method' | 'url' | 'handler'>[] = [
    { method: 'OPTIONS', url: root, handler: options },
    { method: 'OPTIONS', url: uploadPath, handler: options },
    { method: 'POST', url: root, handler: create },
    { method: 'HEAD', url: uploadPath, handler: sendOffset },
    { method: 'PATCH', url: uploadPath, handler: receive },
    { method: 'DELETE', url: uploadPath, handler: remove },
    { method: 'POST', url: uploadPath, handler: instead },
  ];
  for (const call of calls) app.route({ ...tusOptions, ...call });
}
