import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  backupEndpoints,
  backupJobKind,
  backupList,
  backupMessages,
  backupStarted,
  backupsQuery,
  restoreTestKind,
} from '#contract/backup/backup';
import * as fields from '#contract/core/fields';
import type { Sessions } from '#server/core/auth/sessions';
import { fileHeadersOf } from '#server/core/http/send-csv';
import { parse } from '#server/core/parse';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { originOf, withUser } from '#server/core/http/session';
import type { BackupService } from './backup.service.ts';
import { withUserErrors } from './user-errors.ts';
import { openWholeArchive } from './whole-archive.ts';

const tag = 'backups';
const access = 'settings:edit';

export function backupRoutes(service: BackupService): RouteDefinition[] {
  return [
    defineRoute({
      ...backupEndpoints.list,
      tag,
      operationId: 'listBackups',
      summary: 'List backups',
      description: 'Newest first. Backups that were not completed are not listed.',
      access,
      query: backupsQuery,
      response: backupList,
      handle: async ({ query }) => ({ data: await service.list(query) }),
    }),
    defineRoute({
      ...backupEndpoints.start,
      tag,
      operationId: 'startBackup',
      summary: 'Start a backup',
      description: 'A job writes the backup. If one is in progress, no other one is started.',
      access,
      proof: 'session',
      isRepeatable: true,
      response: backupStarted,
      handle: async (call) => ({
        data: { job_id: await service.start(backupJobKind, call) },
        message: backupMessages.started,
      }),
    }),
    defineRoute({
      ...backupEndpoints.test,
      tag,
      operationId: 'startRestoreTest',
      summary: 'Start a restore test',
      description:
        'A job restores the newest backup to a temporary folder of the server, compares it and signs in. If one is in progress, no other one is started.',
      access,
      isRepeatable: true,
      response: backupStarted,
      handle: async (call) => ({
        data: { job_id: await service.start(restoreTestKind, call) },
        message: backupMessages.testStarted,
      }),
    }),
    defineRoute({
      ...backupEndpoints.remove,
      tag,
      operationId: 'deleteBackup',
      summary: 'Delete a backup',
      description:
        'Deletes the file at the backup destination permanently. The newest backup that passed a restore test can’t be deleted.',
      access,
      proof: 'person',
      response: z.null(),
      handle: async (call) => {
        const id = fields.id.safeParse((call.body as { id?: unknown }).id).data ?? 0;
        await service.remove(id, call);
        return { data: null, message: backupMessages.deleted };
      },
    }),
  ];
}

/** Registers the route that returns a backup as a file. */
export function registerBackupFiles(app: FastifyInstance, sessions: Sessions, service: BackupService): void {
  const call = 'GET /backups/:id/download';
  app.get<{ Params: { id: string } }>(
    String.raw`/api${backupEndpoints.download.path.replace(':id', String.raw`:id(^\d+$)`)}`,
    (request, reply) =>
      withUser(sessions, { request, call, access, proof: 'person', cost: call }, async (user) => {
        const id = parse(fields.id, request.params.id);
        sessions.beginExport(user, reply.raw);
        const { name, location, passphrase } = await service.openForDownload(id, user, originOf(request));
        const content = await withUserErrors(() => openWholeArchive(location, passphrase));
        return reply.headers(fileHeadersOf(name, 'application/octet-stream')).send(content);
      }),
  );
}
