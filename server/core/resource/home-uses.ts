import type { Kysely } from 'kysely';
import { MAX_HOME_USES, type RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { blockTypes } from '#contract/mobile-configs/block-types';
import type { Schema } from '#server/core/db/schema';
import { typesShowing } from './home-blocks.ts';

type HomeUse = NonNullable<RecordReferences['home_screens']>[number];
type HomeUses = Required<Pick<RecordReferences, 'home_screens' | 'home_screens_total'>>;

/** A record that blocks may show, and the list entry through which it represents another record. */
export interface ShownRecord {
  readonly kind: ResourceName;
  readonly id: number;
  readonly through: HomeUse['through'];
}

/** Returns the IDs of all records on home screens, by resource. */
export async function recordsOnHomeScreens(db: Kysely<Schema>): Promise<Map<ResourceName, Set<number>>> {
  const blocks = await db.selectFrom('config_blocks').select(['type', 'record_ids']).execute();
  const idsByKind = new Map<ResourceName, Set<number>>();
  for (const { type, record_ids } of blocks) {
    const kind = blockTypes[type as keyof typeof blockTypes].shows;
    const ids = idsByKind.get(kind) ?? new Set();
    for (const id of JSON.parse(record_ids) as number[]) ids.add(id);
    idsByKind.set(kind, ids);
  }
  return idsByKind;
}

/** Returns the blocks of home screens that show one of the records. The main service is first, then the newest config. */
export async function homeScreensShowing(
  db: Kysely<Schema>,
  records: readonly ShownRecord[],
): Promise<HomeUses> {
  const types = new Set(records.flatMap(({ kind }) => typesShowing(kind)));
  if (types.size === 0) return { home_screens: [], home_screens_total: 0 };
  const blocks = await db
    .selectFrom('config_blocks')
    .innerJoin('mobile_configs', 'mobile_configs.id', 'config_blocks.mobile_config_id')
    .select(['mobile_configs.id', 'mobile_configs.title as name', 'mobile_configs.is_main_service'])
    .select(['config_blocks.position', 'config_blocks.title', 'config_blocks.type'])
    .select('config_blocks.record_ids')
    .where('config_blocks.type', 'in', [...types])
    // Matches the digits of the IDs. The exact IDs are compared below.
    .where((eb) => eb.or(records.map(({ id }) => eb('config_blocks.record_ids', 'like', `%${id}%`))))
    .orderBy('mobile_configs.is_main_service', 'desc')
    .orderBy('mobile_configs.id', 'desc')
    .orderBy('config_blocks.position')
    .execute();
  const uses = blocks.flatMap(({ position, title, type, record_ids, is_main_service, ...config }) => {
    const ids = JSON.parse(record_ids) as number[];
    return records
      .filter(
        ({ kind, id }) => blockTypes[type as keyof typeof blockTypes].shows === kind && ids.includes(id),
      )
      .map(
        ({ id, through }): HomeUse => ({
          ...config,
          is_main_service: is_main_service === 1,
          block_number: position + 1,
          block: title,
          place: ids.indexOf(id),
          through,
        }),
      );
  });
  return { home_screens: uses.slice(0, MAX_HOME_USES), home_screens_total: uses.length };
}
