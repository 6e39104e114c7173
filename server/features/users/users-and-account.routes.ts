import { createAccountNotices } from '#server/core/auth/account-notices';
import { createLinks } from '#server/core/auth/links';
import type { TwoFactorRule } from '#contract/settings/declared';
import type { Secrets } from '#server/core/auth/secrets';
import type { Database } from '#server/core/db/open';
import type { RouteDefinition } from '#server/core/http/routes';
import type { FastifyRequest } from 'fastify';
import type { Mail } from '#server/core/mail/mail';
import type { FileStorage } from '#server/core/media/file-storage';
import { linkRoutes } from '#server/features/auth/account-links.routes';
import { profileRoutes, tokenRoutes } from '#server/features/auth/profile.routes';
import { createProfileService } from '#server/features/auth/profile.service';
import { roleRoutes } from './roles.routes.ts';
import { createRoleService } from './roles.service.ts';
import { createSecurityLog } from './security-log.ts';
import { twoFactorRoutes } from '#server/features/auth/two-factor.routes';
import type { RequestAddress, RelyingParty } from '#server/core/auth/relying-party';
import { createTwoFactorService } from '#server/features/auth/two-factor.service';
import { securityLogRoutes } from './security-log.routes.ts';
import { createTokenService } from '#server/features/auth/tokens.service';
import { userRoutes } from './users.routes.ts';
import { createUserService } from './users.service.ts';

/** Routes for users and the caller's account. */
export function userAndAccountRoutes(dependencies: {
  readonly database: Database;
  readonly files: FileStorage;
  readonly adminEmail: string;
  readonly productName: () => string;
  /** Returns which users need two-factor authentication. */
  readonly requirement: () => TwoFactorRule;
  /** The configured public address; else blank. */
  readonly publicUrl: () => string;
  readonly relyingParty: (request: RequestAddress) => RelyingParty;
  readonly mail: Mail;
  /** Encrypts the secrets of authenticator apps. */
  readonly secrets: Secrets;
  /** Returns the name of a sign-in provider. */
  readonly nameOfIssuer: (issuer: string) => string;
  /** True where users sign in with providers only. */
  readonly isPasswordOff: boolean;
  /** Returns the public address without a trailing slash. @param request of a signed-in user */
  readonly addressOf: (request?: FastifyRequest) => string;
}): RouteDefinition[] {
  const deps = { ...dependencies, notices: createAccountNotices(dependencies) };
  return [
    ...userRoutes(createUserService(deps), deps.addressOf),
    ...roleRoutes(createRoleService(deps)),
    ...linkRoutes(createLinks(deps), deps),
    ...profileRoutes(createProfileService(deps)),
    ...twoFactorRoutes(createTwoFactorService(deps), deps.relyingParty),
    ...tokenRoutes(createTokenService(deps)),
    ...securityLogRoutes(createSecurityLog(deps.database)),
  ];
}
