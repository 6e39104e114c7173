import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toDay } from '#contract/analytics/periods';
import { languagesInForce } from '#contract/core/languages';
import { limits } from '#contract/core/limits';
import type { HomeBlock, HomeCard, MobileHome, MobileService } from '#contract/mobile-home/mobile-home';
import { type BlockType, blockTypes, requestedBlockTypes } from '#contract/mobile-configs/block-types';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { createHomeCache } from './home-cache.ts';
import { loadCards } from './home-cards.ts';
import type { BookSelection } from './home-lists.ts';
import type { StoredBlock } from '#server/core/resource/block-items';

/** The maximum size of cached responses in bytes. The least recently used are built again. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The home screens for apps. Each is built once and cached until any process writes a record type that it may contain.
 * @param maxBytes the maximum size of all cached responses
 */
export function createMobileHome({ reads }: Pick<Database, 'reads'>, maxBytes = MAX_CACHE_BYTES) {
  const getOrBuild = createHomeCache<ReadyHome | undefined>(reads, {
    maxBytes,
    sizeOf: (home) => home?.json.length ?? 0,
  });

  /**
   * Returns undefined when the service has no config.
   * @param types the types on request that the app shows
   * @param language returns only books in this language
   * @param country returns only books that may be shown there today
   */
  return function home(
    service: MobileService,
    types: readonly BlockType[] = [],
    {
      language,
      country,
    }: { readonly language?: number | undefined; readonly country?: string | undefined } = {},
  ): Promise<ReadyHome | undefined> {
    const view = viewOf(service, types, { language, country });
    const { market } = view.selection;
    const key = [service, view.selection.language ?? '', ...types, country ?? '', market?.day ?? ''];
    return getOrBuild(key.join(' '), async (db) => {
      const builtHome = await buildHome(db, view);
      return builtHome && toReady(builtHome);
    });
  };
}

/** The books that an app shows. */
interface Audience {
  readonly language?: number | undefined;
  readonly country?: string | undefined;
  /** The time whose rights apply. The default is now. */
  readonly time?: Date;
}

/** Returns the parameters of a home screen at a time. */
export const viewOf = (
  service: MobileService,
  types: readonly BlockType[],
  { language, country, time = new Date() }: Audience,
): HomeView => ({
  service,
  types,
  selection: {
    language: language === undefined ? undefined : listedLanguage(language),
    market: country === undefined ? undefined : { country, service, day: toDay(time) },
  },
});

/** Returns 0, which no book has, for a language that is not listed. So requests for any number do not fill the cache. */
const listedLanguage = (language: number): number =>
  languagesInForce().some(({ code }) => code === language) ? language : 0;

export type HomeScreens = ReturnType<typeof createMobileHome>;

export interface HomeView {
  readonly service: MobileService;
  readonly types: readonly BlockType[];
  readonly selection: BookSelection;
}

/** A prepared response with its entity tag. */
interface ReadyHome {
  readonly json: Buffer;
  readonly etag: string;
  /** Id of the config. */
  readonly id: number;
}

/** Returns the prepared response of a home screen. */
export function toReady(data: MobileHome): ReadyHome {
  const json = Buffer.from(JSON.stringify({ success: true, message: 'OK', data }));
  return { id: data.id, json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}

/** Builds the home screen of a service; undefined if it has none. */
export async function buildHome(
  db: Kysely<Schema>,
  { service, types, selection }: HomeView,
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
    selection,
  );
  return {
    id: config.id,
    title: config.title,
    service,
    updated_at: config.updated_at,
    blocks: homeBlocks.filter(({ card_count }) => card_count > 0),
  };
}

/** Returns the cards of each block, including blocks without cards. @param selection only these books */
export async function buildBlocks(
  db: Kysely<Schema>,
  blocks: readonly StoredBlock[],
  selection: BookSelection,
): Promise<HomeBlock[]> {
  const requests = blocks.map(({ type, ids }) => ({ kind: blockTypes[type].shows, ids }));
  const cardLists = await loadCards(db, requests, selection);
  const shorten = withinBounds();
  return blocks.map(({ title, type }, index) => {
    const { cards = [], count = 0 } = cardLists[index] ?? {};
    return { title, type, card_count: count, cards: cards.map(shorten) };
  });
}

/** Returns a function that shortens the lists of cards, one after the other, when they contain too many books and texts together. */
function withinBounds(): (card: HomeCard) => HomeCard {
  let remainingEntries: number = limits.maxHomeEntries;
  const take = <Entry>(entries: readonly Entry[]): Entry[] => {
    const includedEntries = entries.slice(0, remainingEntries);
    remainingEntries -= includedEntries.length;
    return includedEntries;
  };
  return (card) => {
    if ('books' in card) return { ...card, books: take(card.books) };
    if ('items' in card) return { ...card, items: take(card.items) };
    return card;
  };
}
