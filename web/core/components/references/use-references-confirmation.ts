import { useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { useApi } from '#web/core/api/api-context.ts';
import { recordName } from '#web/core/lib/record-name.ts';
import { readReferences } from './read-references.ts';
import type { ReferencesRequest } from './references-dialog.tsx';

/** The time in milliseconds to wait for references. After it, the confirmation is shown without them. */
const REFERENCES_TIMEOUT_MS = 3_000;

/** Kinds that nothing refers to. */
const neverUsed: ReadonlySet<ResourceName> = new Set(['mobile-configs']);

interface Options<Item> {
  /** Returns the address of the list of all records of a kind that use an item. */
  readonly addressOfAll?: ((item: Item, kind: ResourceName) => string | undefined) | undefined;
}

/** Reads the references of items before they are deleted, and lists them in a confirmation dialog. */
export function useReferencesConfirmation<R extends ResourceDeclaration>(
  declaration: R,
  { addressOfAll }: Options<ItemOf<R>>,
) {
  const client = useApi();
  // Several deletions can be requested concurrently. Their confirmations are shown one after the other.
  const [waiting, setWaiting] = useState<readonly ReferencesRequest[]>([]);

  return {
    request: waiting[0],

    /** Returns the references of a record; undefined if there are none or the request failed. The server then decides. */
    async referencesOf(item: ItemOf<R>): Promise<RecordReferences | undefined> {
      if (neverUsed.has(declaration.name)) return undefined;
      const signal = AbortSignal.timeout(REFERENCES_TIMEOUT_MS);
      const references = await readReferences(client, { declaration, id: item.id, signal }).catch(
        () => undefined,
      );
      return references && references.references.length > 0 ? references : undefined;
    },

    /** @returns true if the user confirmed the deletion */
    confirmReferences(item: ItemOf<R>, references: RecordReferences): Promise<boolean> {
      return new Promise((resolve) => {
        const request: ReferencesRequest = {
          name: recordName(item) ?? '',
          references,
          addressOfAll: addressOfAll && ((kind) => addressOfAll(item, kind)),
          onClose(isConfirmed) {
            setWaiting((before) => before.filter((entry) => entry !== request));
            resolve(isConfirmed);
          },
        };
        setWaiting((before) => [...before, request]);
      });
    },
  };
}
