import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import type { BlockPosition } from './home-blocks.ts';

type References = RecordReferences['references'];
type Use = References[number]['items'][number];

/** The maximum number of records that are listed by name. */
export const MAX_NAMED = 20;

/** Returns the records of one resource that use another record. The result is empty if there are none. */
export function referencesOf(kind: ResourceName, items: readonly Use[], total = items.length): References {
  return total === 0 ? [] : [{ kind, total, items: items.slice(0, MAX_NAMED) }];
}

/** Returns the home screens whose blocks show a record. */
export const referencesIn = (blocks: readonly BlockPosition[]): References =>
  referencesOf(
    'mobile-configs',
    blocks.map(({ config_id, config, title, index }) => ({
      id: config_id,
      name: config,
      place: index,
      block: title,
    })),
  );
