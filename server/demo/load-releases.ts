import type { Authorize } from '#server/features/audit-log/history-writes';
import type { Book } from '#contract/books/books';
import { localTimeOf, utcTimesOf } from '#contract/releases/time-zones';
import type { Dependencies } from '#server/app/dependencies';
import { authorizeOwner } from '#server/core/auth/authorize-owner';
import { inRelease } from '#server/core/resource/request-release';
import type { WriteContext } from '#server/core/resource/resource-service';
import { createReleasesFeature } from '#server/features/releases/releases.module';
import { type DemoRelease, demoReleases } from './demo-catalogue.ts';
import { everything, withImage } from './lists.ts';
import { codesOf } from './load-curation.ts';

const timeZone = 'Europe/Istanbul';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns Monday, 9:00 in the time zone, at least so many weeks after a time. */
export function mondayAfter(now: Date, weeks: number): string {
  const earliest = localTimeOf(new Date(now.getTime() + weeks * 7 * DAY_MS).toISOString(), timeZone);
  const day = new Date(`${earliest.slice(0, 10)}T00:00:00Z`);
  const daysToMonday = (8 - day.getUTCDay()) % 7 || 7;
  const monday = new Date(day.getTime() + daysToMonday * DAY_MS).toISOString().slice(0, 10);
  return utcTimesOf(`${monday}T09:00`, timeZone)[0] ?? `${monday}T06:00:00.000Z`;
}

/**
 * Creates releases of the primary administrator: one draft, and one that is scheduled. The times are those of the database. Those of an
 * interrupted load are replaced.
 */
export async function loadReleases(
  dependencies: Dependencies,
  books: ReadonlyMap<string, Book>,
): Promise<void> {
  const { database, config } = dependencies;
  const administrator = await database.kysely
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', config.adminEmail)
    .executeTakeFirst();
  if (!administrator) return;
  const owner = { userId: administrator.id, tokenId: null, requestId: 'demo' };
  const authorize: Authorize = (trx) => authorizeOwner(trx, owner, config.adminEmail);
  const context: WriteContext = { user: administrator, authorize, files: new Map() };
  const releases = createReleasesFeature(dependencies);
  const { service, comments, services } = releases;
  const present = new Map((await service.list(undefined)).map((release) => [release.name, release]));

  /** Saves the changes into the release. */
  async function saveChanges({ collection, home, subCategories }: DemoRelease): Promise<void> {
    const { title, description, image, books: slugs } = collection;
    const staged = await withImage(dependencies, image);
    const { id } = await services.collections.create(
      { title, description, book_codes: codesOf(books, slugs) },
      { ...context, files: staged.files },
    );
    const screens = await everything((page) => dependencies.services.mobileConfigs.list(page));
    const screen = screens.find(({ title: heading }) => heading === home.title);
    if (screen) {
      const blocks = screen.config.map((block) => ({
        title: block.title,
        type: block.type,
        data: (block.data.items ?? [block.data.item]).flatMap((record) => record?.id ?? []),
      }));
      const blocksAfter = [{ title: home.block, type: 'one_collection' as const, data: [id] }, ...blocks];
      await services.mobileConfigs.update({ id: screen.id, config: blocksAfter }, context);
    }
    for (const [slug, sub_category_code] of Object.entries(subCategories)) {
      const book = books.get(slug);
      if (book) await services.books.update({ id: book.id, sub_category_code }, context);
    }
  }

  for (const demo of demoReleases) {
    const { name, note, colour, weeksUntilPublished, comment } = demo;
    const earlier = present.get(name);
    const isDraft = weeksUntilPublished === undefined;
    // The last step is the comment on a draft, and else the schedule.
    if (earlier && (isDraft ? earlier.comment_count : earlier.status !== 'draft')) continue;
    if (earlier) await service.remove(earlier.id, authorize);
    const { id } = await service.create({ name, note, colour, time_zone: timeZone }, authorize);
    await inRelease(id, () => saveChanges(demo));
    await comments.create({ id, text: comment }, authorize);
    if (!isDraft) {
      const publish_at = mondayAfter(
        await database.dialect.capture.now(database.kysely),
        weeksUntilPublished,
      );
      const ends_at = new Date(Date.parse(publish_at) + 7 * DAY_MS).toISOString();
      await service.schedule({ id, publish_at, ends_at, version: undefined }, authorize);
    }
  }
}
