import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { limits } from '#contract/core/limits';
import type { HomeBlock, HomeCard, MobileHome, MobileService } from '#contract/mobile-home/mobile-home';
import { type BlockType, blockTypes, requestedBlockTypes } from '#contract/mobile-configs/block-types';
import { counterRow } from '#server/core/db/counter-row';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { loadCards } from './home-cards.ts';
import type { StoredBlock } from '#server/core/resource/block-items';

const sumOfRevisions = prepare((db) =>
  db
    .selectFrom('catalogue')
    .select(sql<number>`revision + (select sum(revision) from record_lists)`.as('revision')),
);

/**
 * The home screens for apps. Each is built once and cached until any process writes a record type that it may contain. So it is exact and
 * needs one short query per request.
 */
export function createMobileHome({ kysely }: Pick<Database, 'kysely'>) {
  const cached = new Map<string, { revision: number; home: Promise<ReadyHome | undefined> }>();

  /** Every write increases one of these counters and none ever decreases, so their sum identifies a state. */
  async function currentRevision(): Promise<number> {
    return counterRow(await sumOfRevisions(kysely, {}), 'catalogue').revision;
  }

  /**
   * Returns undefined when the service has no config.
   * @param types the types on request that the app shows
   */
  return async function home(
    service: MobileService,
    types: readonly BlockType[] = [],
  ): Promise<ReadyHome | undefined> {
    const revision = await currentRevision();
    const key = [service, ...types].join(' ');
    const cachedHome = cached.get(key);
    if (cachedHome && cachedHome.revision >= revision) return cachedHome.home;
    const newHome = build(kysely, service, types).then((built) => built && toReady(built));
    const entry = { revision, home: newHome };
    cached.set(key, entry);
    newHome.catch(() => {
      if (cached.get(key) === entry) cached.delete(key);
    });
    return newHome;
  };
}

export type HomeScreens = ReturnType<typeof createMobileHome>;

/** A prepared response with its entity tag. */
interface ReadyHome {
  readonly json: Buffer;
  readonly etag: string;
  /** Id of the config. */
  readonly id: number;
}

function toReady(data: MobileHome): ReadyHome {
  const json = Buffer.from(JSON.stringify({ success: true, message: 'OK', data }));
  return { id: data.id, json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}

async function build(
  db: Kysely<Schema>,
  service: MobileService,
  types: readonly BlockType[],
): Promise<MobileHome | undefined> {
  const config = await db
    .selectFrom('mobile_configs')
    .select(['id', 'title', 'updated_at'])
    .where('is_main_service', '=', service === 'main' ? 1 : 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!config) return undefined;
  const blocks = await db
    .selectFrom('config_blocks')
    .select(['title', 'type', 'record_ids'])
    .where('mobile_config_id', '=', config.id)
    .orderBy('position')
    .execute();
  const storedBlocks = blocks.map(({ title, type, record_ids }) => ({
    title,
    type: type as BlockType,
    ids: JSON.parse(record_ids) as number[],
  }));
  const homeBlocks = await buildBlocks(
    db,
    storedBlocks.filter(({ type }) => !requestedBlockTypes.includes(type) || types.includes(type)),
  );
  return {
    id: config.id,
    title: config.title,
    service,
    updated_at: config.updated_at,
    blocks: homeBlocks.filter(({ card_count }) => card_count > 0),
  };
}

/** Returns the cards of each block, including blocks without cards. */
export async function buildBlocks(db: Kysely<Schema>, blocks: readonly StoredBlock[]): Promise<HomeBlock[]> {
  const requests = blocks.map(({ type, ids }) => ({ kind: blockTypes[type].shows, ids }));
  const loaded = await loadCards(db, requests);
  const shorten = withinBounds();
  return blocks.map(({ title, type }, index) => {
    const { cards = [], count = 0 } = loaded[index] ?? {};
    return { title, type, card_count: count, cards: cards.map(shorten) };
  });
}

/** Returns a function that shortens the lists of cards, one after the other, when they contain too many books and texts together. */
function withinBounds(): (card: HomeCard) => HomeCard {
  let remaining: number = limits.maxHomeEntries;
  const take = <Entry>(entries: readonly Entry[]): Entry[] => {
    const includedEntries = entries.slice(0, remaining);
    remaining -= includedEntries.length;
    return includedEntries;
  };
  return (card) => {
    if ('books' in card) return { ...card, books: take(card.books) };
    if ('items' in card) return { ...card, items: take(card.items) };
    return card;
  };
}
