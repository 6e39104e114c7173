import { createLinks } from '#server/auth/links';
import type { SecondFactorRule } from '#contract/settings/declared';
import type { Database } from '#server/db/open';
import type { RouteDefinition } from '#server/http/routes';
import type { FastifyRequest } from 'fastify';
import type { Mail } from '#server/mail/mail';
import type { FileStorage } from '#server/media/file-storage';
import { linkRoutes } from './link-routes.ts';
import { profileRoutes, tokenRoutes } from './profile-routes.ts';
import { createProfileService } from './profile.service.ts';
import { roleRoutes } from './role-routes.ts';
import { createRoleService } from './roles.service.ts';
import { createSecurityLog } from './security-log.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { createSecondFactorService } from './second-factor.service.ts';
import { securityLogRoutes } from './security-log-routes.ts';
import { createTokenService } from './tokens.service.ts';
import { userRoutes } from './user-routes.ts';
import { createUserService } from './users.service.ts';

/** Everything about the people who use the product. */
export function peopleRoutes(deps: {
  readonly database: Database;
  readonly files: FileStorage;
  readonly adminEmail: string;
  readonly productName: () => string;
  /** Who must have a second factor, by the settings. */
  readonly requirement: () => SecondFactorRule;
  /** The address that people use, where it is set; else blank. */
  readonly publicUrl: () => string;
  readonly mail: Mail;
  /** Where people open the product, without a slash at the end. @param request of somebody who has signed in */
  readonly addressOf: (request?: FastifyRequest) => string;
}): RouteDefinition[] {
  return [
    ...userRoutes(createUserService(deps), deps.addressOf),
    ...roleRoutes(createRoleService(deps)),
    ...linkRoutes(createLinks(deps.database), deps),
    ...profileRoutes(createProfileService(deps)),
    ...secondFactorRoutes(createSecondFactorService(deps), deps.publicUrl),
    ...tokenRoutes(createTokenService(deps.database)),
    ...securityLogRoutes(createSecurityLog(deps.database)),
  ];
}
