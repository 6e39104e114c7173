import type { RecordUses } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import type { BlockPlace } from './home-blocks.ts';

type Uses = RecordUses['uses'];
type Use = Uses[number]['items'][number];

/** As many are named. */
export const MAX_NAMED = 20;

/** The records of one kind that use another, or nothing when none do. */
export function usesOf(kind: ResourceName, items: readonly Use[], total = items.length): Uses {
  return total === 0 ? [] : [{ kind, total, items: items.slice(0, MAX_NAMED) }];
}

/** The home screens whose blocks show a record. */
export const usesIn = (blocks: readonly BlockPlace[]): Uses =>
  usesOf(
    'mobile-configs',
    blocks.map(({ config_id, config, title, index }) => ({
      id: config_id,
      name: config,
      place: index,
      block: title,
    })),
  );
