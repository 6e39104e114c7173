import { createHash } from 'node:crypto';
import { requestedBlockTypes } from '#contract/mobile-configs/block-types';
import type { Database } from '#server/core/db/open';
import { createMobileHome } from '#server/features/mobile-home/mobile-home';

const services = ['main', 'backup'] as const;

/** Returns a hash of all home screens in the form that apps receive, with the types on request. */
export async function hashHomeScreens({ kysely }: Pick<Database, 'kysely'>): Promise<string> {
  const home = createMobileHome({ reads: () => kysely });
  const hash = createHash('sha256');
  for (const service of services)
    hash.update(`${service} ${(await home(service, requestedBlockTypes))?.etag ?? ''}\n`);
  return hash.digest('hex');
}
