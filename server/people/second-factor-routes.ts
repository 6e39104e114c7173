import { z } from 'zod';
import {
  factorProof,
  madeRecoveryCodes,
  ownSecondFactor,
  secondFactorEndpoints,
  secondFactorMessages,
  totpConfirm,
  totpEnrolment,
  totpStart,
} from '#contract/people/second-factor';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import type { SecondFactorService } from './second-factor.service.ts';

const tag = 'profile';
const access = 'person';
/** What takes the password, or a code: beside the codes' own bounds. */
const throttle = { by: 'account', max: 30, minutes: 15 } as const;

/** What one signs in with beside the password. */
export function secondFactorRoutes(service: SecondFactorService): RouteDefinition[] {
  return [
    defineRoute({
      ...secondFactorEndpoints.get,
      tag,
      operationId: 'getSecondFactor',
      summary: 'Read what you sign in with beside the password',
      access,
      answer: ownSecondFactor,
      handle: async ({ user }) => ({ data: await service.get(user) }),
    }),
    defineRoute({
      ...secondFactorEndpoints.startTotp,
      tag,
      operationId: 'startTotp',
      summary: 'Begin to set up an authenticator app',
      access,
      body: totpStart,
      throttle: { by: 'account', max: 10, minutes: 15 },
      answer: totpEnrolment,
      mayConflict: true,
      handle: async (call) => ({
        data: await service.startTotp(call.user, call.body.current_password, call),
      }),
    }),
    defineRoute({
      ...secondFactorEndpoints.confirmTotp,
      tag,
      operationId: 'confirmTotp',
      summary: 'Set up an authenticator app with its first code',
      access,
      body: totpConfirm,
      throttle,
      answer: madeRecoveryCodes,
      mayConflict: true,
      isRepeatable: true,
      handle: async (call) => ({
        data: await service.confirmTotp(call.user, call.body, call),
        message: secondFactorMessages.enrolled,
      }),
    }),
    defineRoute({
      ...secondFactorEndpoints.removeTotp,
      tag,
      operationId: 'removeTotp',
      summary: 'Remove the authenticator app',
      access,
      body: factorProof,
      throttle,
      answer: z.null(),
      mayConflict: true,
      handle: async (call) => {
        await service.removeTotp(call.user, call.body.code, call);
        return { data: null, message: secondFactorMessages.removed };
      },
    }),
    defineRoute({
      ...secondFactorEndpoints.renewCodes,
      tag,
      operationId: 'renewRecoveryCodes',
      summary: 'Make new recovery codes',
      access,
      body: factorProof,
      throttle,
      answer: madeRecoveryCodes,
      mayConflict: true,
      handle: async (call) => ({
        data: await service.renewCodes(call.user, call.body.code, call),
        message: secondFactorMessages.codesRenewed,
      }),
    }),
  ];
}
