import { useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { useApi } from '#web/core/api/api-context.ts';
import { recordName } from '#web/core/lib/record-name.ts';
import { readReferences } from './read-references.ts';
import type { RequestedReferences } from './references-dialog.tsx';

/** The time to wait for the references of a record. After it, the confirmation shows without them. */
const PATIENCE_MS = 3_000;

/** Nothing shows home screens or leads to them. */
const neverUsed: ReadonlySet<ResourceName> = new Set(['mobile-configs']);

interface Options<Item> {
  /** The list of all records of a kind that use an item. */
  readonly addressOfAll?: ((item: Item, kind: ResourceName) => string | undefined) | undefined;
}

/** Looks up where items are used before they are deleted, and tells of it in a dialog. */
export function useReferencesConfirmation<R extends ResourceDeclaration>(
  declaration: R,
  { addressOfAll }: Options<ItemOf<R>>,
) {
  const client = useApi();
  // Several may be asked for side by side: one after the other.
  const [waiting, setWaiting] = useState<readonly RequestedReferences[]>([]);

  return {
    asked: waiting[0],

    /** The references of a record; undefined if there are none or if they cannot be read: then the server decides. */
    async referencesOf(item: ItemOf<R>): Promise<RecordReferences | undefined> {
      if (neverUsed.has(declaration.name)) return undefined;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const references = await readReferences(client, { declaration, id: item.id, signal }).catch(
        () => undefined,
      );
      return references && references.references.length > 0 ? references : undefined;
    },

    /** @returns whether it is to be deleted all the same */
    confirmReferences(item: ItemOf<R>, references: RecordReferences): Promise<boolean> {
      return new Promise((resolve) => {
        const request: RequestedReferences = {
          name: recordName(item) ?? '',
          references,
          addressOfAll: addressOfAll && ((kind) => addressOfAll(item, kind)),
          response(isWanted) {
            setWaiting((before) => before.filter((one) => one !== request));
            resolve(isWanted);
          },
        };
        setWaiting((before) => [...before, request]);
      });
    },
  };
}
