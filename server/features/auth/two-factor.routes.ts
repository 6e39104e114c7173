import { z } from 'zod';
import {
  passkeyAdd,
  passkeyCreation,
  passkeyEndpoints,
  passkeyEntry,
  passkeyMessages,
  passkeyRename,
  passkeyRequest,
  passkeyStart,
} from '#contract/auth/passkeys';
import {
  addedPasskey,
  twoFactorProof,
  newRecoveryCodes,
  ownTwoFactor,
  twoFactorEndpoints,
  twoFactorMessages,
  totpConfirm,
  totpEnrolment,
  totpStart,
} from '#contract/auth/two-factor';
import { provenSession, reauthentication, reauthenticationEndpoint } from '#contract/auth/reauthentication';
import { limits } from '#contract/core/limits';
import type { RequestAddress, RelyingParty } from '#server/core/auth/relying-party';
import { type Call, type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { idIn } from '#server/core/http/id-in';
import type { TwoFactorService } from './two-factor.service.ts';

const tag = 'profile';
const access = 'user';
const proof = 'person';
/** Throttle of requests with a password or code, in addition to the limits of the codes. */
const throttle = { by: 'account', max: 30, minutes: 15 } as const;

/** Routes for two-factor authentication. */
export function twoFactorRoutes(
  service: TwoFactorService,
  relyingParty: (request: RequestAddress) => RelyingParty,
): RouteDefinition[] {
  const context = ({ authorize, origin, request }: Call<unknown, unknown>) => ({
    authorize,
    origin,
    party: () => relyingParty(request),
  });
  return [
    defineRoute({
      ...reauthenticationEndpoint,
      tag: 'session',
      operationId: 'reauthenticate',
      summary: 'Confirm your identity',
      access,
      body: reauthentication,
      throttle: { by: 'account', max: 10, minutes: 15 },
      response: provenSession,
      mayConflict: true,
      handle: async (call) => {
        await service.reauthenticate(call.user, call.body, context(call));
        return { data: { expires_in: limits.proofMinutes * 60 } };
      },
    }),
    defineRoute({
      ...twoFactorEndpoints.get,
      tag,
      operationId: 'getTwoFactor',
      summary: 'Get your two-factor settings',
      access,
      response: ownTwoFactor,
      handle: async ({ user }) => ({ data: await service.get(user) }),
    }),
    defineRoute({
      ...twoFactorEndpoints.startTotp,
      tag,
      operationId: 'startTotp',
      summary: 'Start the setup of an authenticator app',
      access,
      body: totpStart,
      throttle: { by: 'account', max: 10, minutes: 15 },
      response: totpEnrolment,
      mayConflict: true,
      handle: async (call) => ({
        data: await service.startTotp(call.user, call.body.current_password, call),
      }),
    }),
    defineRoute({
      ...twoFactorEndpoints.confirmTotp,
      tag,
      operationId: 'confirmTotp',
      summary: 'Confirm an authenticator app',
      access,
      proof,
      body: totpConfirm,
      throttle,
      response: newRecoveryCodes,
      mayConflict: true,
      isRepeatable: true,
      handle: async (call) => ({
        data: await service.confirmTotp(call.user, call.body, call),
        message: twoFactorMessages.enrolled,
      }),
    }),
    defineRoute({
      ...twoFactorEndpoints.removeTotp,
      tag,
      operationId: 'removeTotp',
      summary: 'Remove the authenticator app',
      access,
      proof,
      body: twoFactorProof,
      throttle,
      response: z.null(),
      mayConflict: true,
      handle: async (call) => {
        await service.removeTotp(call.user, call.body, context(call));
        return { data: null, message: twoFactorMessages.removed };
      },
    }),
    defineRoute({
      ...twoFactorEndpoints.renewCodes,
      tag,
      operationId: 'renewRecoveryCodes',
      summary: 'Create new recovery codes',
      access,
      proof,
      body: twoFactorProof,
      throttle,
      response: newRecoveryCodes,
      mayConflict: true,
      handle: async (call) => ({
        data: await service.renewCodes(call.user, call.body, context(call)),
        message: twoFactorMessages.codesRenewed,
      }),
    }),
    defineRoute({
      ...passkeyEndpoints.start,
      tag,
      operationId: 'startPasskey',
      summary: 'Start the creation of a passkey',
      access,
      body: passkeyStart,
      throttle: { by: 'account', max: 10, minutes: 15 },
      response: passkeyCreation,
      handle: async (call) => ({
        data: await service.startPasskey(call.user, call.body.current_password, context(call)),
      }),
    }),
    defineRoute({
      ...passkeyEndpoints.add,
      tag,
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      access,
      proof,
      body: passkeyAdd,
      throttle,
      response: addedPasskey,
      handle: async (call) => ({
        data: await service.addPasskey(call.user, call.body, context(call)),
        message: passkeyMessages.added,
      }),
    }),
    defineRoute({
      ...passkeyEndpoints.rename,
      tag,
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      access,
      body: passkeyRename,
      response: passkeyEntry,
      isRepeatable: true,
      handle: async (call) => ({
        data: await service.renamePasskey(call.body.id, call.body.name, call),
        message: passkeyMessages.renamed,
      }),
    }),
    defineRoute({
      ...passkeyEndpoints.proof,
      tag,
      operationId: 'startPasskeyProof',
      summary: 'Start a passkey confirmation',
      access,
      throttle,
      response: passkeyRequest,
      handle: async (call) => ({ data: await service.startProof(call.user, context(call).party()) }),
    }),
    defineRoute({
      ...passkeyEndpoints.remove,
      tag,
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      access,
      proof,
      body: twoFactorProof,
      throttle,
      response: z.null(),
      handle: async (call) => {
        await service.removePasskey(idIn(call.request.params), {
          user: call.user,
          proof: call.body,
          context: context(call),
        });
        return { data: null, message: passkeyMessages.removed };
      },
    }),
  ];
}
