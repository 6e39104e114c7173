import type { Transaction } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import { knownErrors } from '#contract/core/errors';
import { publishers } from '#contract/publishers/publishers';
import type { Schema } from '#server/core/db/schema';
import { appError, fieldError } from '#server/core/errors';
import { assertNotInUse } from '#server/core/resource/in-use';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { inputOfPublisher, listsOfPublisher, replaceImprints } from './imprints.ts';
import { publisherByKey } from './named-publishers.ts';
import { toPublisher } from './publishers.presenter.ts';
import { countBooksOf, publishersByIds, referencesOfPublisher } from './publishers.repository.ts';

/** Returns true if another publisher has the name. */
async function isTaken(trx: Transaction<Schema>, name_key: string, id: number | undefined): Promise<boolean> {
  const [existing] = await publisherByKey(trx, { name_key });
  return existing !== undefined && existing.id !== id;
}

export function createPublisherService(deps: ServiceDeps): ServiceOf<typeof publishers> & WithLifecycle {
  return createRecordService(deps, {
    declaration: publishers,
    table: 'publishers',
    searched: ['name'],
    rows: publishersByIds,
    present: toPublisher,
    async derive(trx, { values: { name }, before }) {
      const name_key = contributorNameKey(name);
      if (await isTaken(trx, name_key, before?.id))
        throw fieldError('name', knownErrors.publisherNameTaken(name));
      return { name_key };
    },
    lists: { inputKeys: ['imprints'], of: listsOfPublisher, inputOf: inputOfPublisher },
    ownedRows: { table: 'imprints', owner: 'publisher_id' },
    async saveOwnedRows(trx, id, { input: { imprints } }) {
      if (imprints) await replaceImprints(trx, id, imprints);
    },
    async assertRemovable(trx, id) {
      assertNotInUse('publisher', { 'book|books': await countBooksOf(trx, 'publisher_id', id) });
    },
    users: referencesOfPublisher,
    async assertRestorable(trx, { name, name_key }) {
      if (await isTaken(trx, name_key, undefined)) throw appError(knownErrors.publisherNameTaken(name));
    },
  });
}
