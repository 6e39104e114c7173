import type { Kysely } from 'kysely';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { Schema } from '#server/core/db/schema';
import { imprintByKey, onlyImprintNamed, publisherByKey, type PublisherSource } from './named-publishers.ts';

/** The ID of a publisher or imprint that does not exist yet. */
export const NEW_RECORD = 0;

/** Finds publishers and imprints for a preview, which creates none. */
export const plannedPublishers = (db: Kysely<Schema>): PublisherSource => ({
  async publisherNamed(name) {
    const [existing] = await publisherByKey(db, { name_key: contributorNameKey(name) });
    return existing ? { ...existing, isNew: false } : { id: NEW_RECORD, isNew: true };
  },
  async withImprint({ id }, imprint) {
    const [existing] =
      imprint === '' ? [] : await imprintByKey(db, { id, name_key: contributorNameKey(imprint) });
    const imprint_id = imprint === '' ? null : (existing?.id ?? NEW_RECORD);
    return { columns: { publisher_id: id, imprint_id } };
  },
  onlyImprintNamed: (name) => onlyImprintNamed(db, name),
});
