import { useState } from 'react';
import type { ItemOf, ResourceDeclaration } from '#contract/define-resource';
import type { RecordUses } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { useApi } from '../../api/api-context.ts';
import { nameOfRecord } from '../../lib/name-of-record.ts';
import { readUses } from './read-uses.ts';
import type { AskedUses } from './uses-question.tsx';

/** Who has already answered the browser's question waits no longer for what else there is to say. */
const PATIENCE_MS = 3_000;

/** Nothing shows home screens or leads to them. */
const neverUsed: ReadonlySet<ResourceName> = new Set(['mobile-configs']);

interface Options<Item> {
  /** The list of all records of a kind that use an item. */
  readonly addressOfAll?: ((item: Item, kind: ResourceName) => string | undefined) | undefined;
}

/** Looks up where items are used before they are deleted, and tells of it in a dialog. */
export function useUsesQuestion<R extends ResourceDeclaration>(
  declaration: R,
  { addressOfAll }: Options<ItemOf<R>>,
) {
  const client = useApi();
  // Several may be asked for side by side: one after the other.
  const [waiting, setWaiting] = useState<readonly AskedUses[]>([]);

  return {
    asked: waiting[0],

    /** Where it is used; undefined for nowhere, and where nobody can tell: then the server has the last word. */
    async usesOf(item: ItemOf<R>): Promise<RecordUses | undefined> {
      if (neverUsed.has(declaration.name)) return undefined;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const uses = await readUses(client, declaration, item.id, signal).catch(() => undefined);
      return uses && uses.uses.length > 0 ? uses : undefined;
    },

    /** @returns whether it is to be deleted all the same */
    tell(item: ItemOf<R>, uses: RecordUses): Promise<boolean> {
      return new Promise((resolve) => {
        const asked: AskedUses = {
          name: nameOfRecord(item) ?? '',
          uses,
          addressOfAll: addressOfAll && ((kind) => addressOfAll(item, kind)),
          answer(isWanted) {
            setWaiting((before) => before.filter((one) => one !== asked));
            resolve(isWanted);
          },
        };
        setWaiting((before) => [...before, asked]);
      });
    },
  };
}
