import { isRejection } from '#server/core/errors';
import {
  type NamedPublisherChange,
  type PublisherNames,
  type PublisherOfBook,
  type PublisherSource,
  resolvePublisher,
} from '#server/features/publishers/named-publishers';

/** Resolves the publisher and the imprint of books, once for all books with the same ones. */
export interface PublisherResolver {
  /** Returns those of a book after the change; undefined if the imprint has no publisher. */
  readonly after: (before: PublisherOfBook) => Promise<PublisherOfBook | undefined>;
  /** The publishers that were created or changed. */
  readonly changes: readonly NamedPublisherChange[];
}

export function createPublisherResolver(source: PublisherSource, names: PublisherNames): PublisherResolver {
  const publishersByKey = new Map<string, PublisherOfBook | undefined>();
  const changes: NamedPublisherChange[] = [];
  return {
    changes,
    async after({ publisher_id, imprint_id }) {
      const before = { publisher_id, imprint_id };
      const key = JSON.stringify(before);
      if (!publishersByKey.has(key))
        try {
          const { columns, change } = await resolvePublisher(source, names, before);
          publishersByKey.set(key, columns);
          if (change) changes.push(change);
        } catch (error) {
          if (!isRejection(error)) throw error;
          publishersByKey.set(key, undefined);
        }
      return publishersByKey.get(key);
    },
  };
}
