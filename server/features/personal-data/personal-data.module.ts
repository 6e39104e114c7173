import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownErrors } from '#contract/core/errors';
import * as fields from '#contract/core/fields';
import { personalDataEndpoints, personalDataFileOf } from '#contract/personal-data/personal-data';
import { type Core, defineFeature } from '#server/app/feature';
import { permissionsOf } from '#server/core/auth/permissions';
import type { Providers } from '#server/core/auth/providers';
import { recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import { notFound } from '#server/core/errors';
import { fileHeadersOf } from '#server/core/http/send-csv';
import { parse } from '#server/core/parse';
import { originOf, withUser } from '#server/core/http/session';
import { requireWithin } from '#server/features/users/assert-permissions';
import { readUser } from '#server/features/users/user-rows';
import { writePersonalData } from './personal-data.ts';

interface Deps extends Core {
  readonly sessions: Sessions;
  readonly providers: Pick<Providers, 'nameOf'>;
}

/** Creates the feature that exports all data about a user. */
export function createPersonalDataFeature({ config, database, sessions, providers }: Deps) {
  const { kysely: db } = database;

  /** @throws AppError 403 for a user with more permissions, 404 */
  async function send(
    actor: SessionUser,
    id: number,
    call: { request: FastifyRequest; reply: FastifyReply },
  ) {
    const user = await readUser(db, id);
    if (!user) throw notFound('user');
    if (actor.id !== id) requireWithin(actor, permissionsOf(user, config.adminEmail), knownErrors.mayDoMore);
    await recordSecurityEvent(db, {
      kind: 'personal_data_exported',
      userId: id,
      actorId: actor.id,
      origin: originOf(call.request),
    });
    sessions.beginExport(actor, call.reply.raw);
    const { credential } = actor;
    const content = writePersonalData({ db, user, credential, nameOfIssuer: providers.nameOf });
    return call.reply
      .headers(fileHeadersOf(personalDataFileOf(id), 'application/json'))
      .send(Readable.from(content, { objectMode: false }));
  }

  function register({ app }: { readonly app: FastifyInstance }): void {
    const own = 'GET /profile/personal-data';
    app.get(`/api${personalDataEndpoints.own.path}`, (request, reply) =>
      withUser(sessions, { request, call: own, access: 'user', proof: 'person', cost: own }, (user) =>
        send(user, user.id, { request, reply }),
      ),
    );
    const ofUser = personalDataEndpoints.ofUser.path.replace(':id', String.raw`:id(^\d+$)`);
    const call = 'GET /users/:id/personal-data';
    app.get<{ Params: { id: string } }>(`/api${ofUser}`, (request, reply) =>
      withUser(sessions, { request, call, access: 'users:manage', proof: 'person', cost: call }, (user) =>
        send(user, parse(fields.id, request.params.id), { request, reply }),
      ),
    );
  }

  return defineFeature({ name: 'personal-data', register });
}
