import { type SavedBook, openApi } from '../api.ts';
import { backends, expect, test } from './dependencies.ts';
import { killDuringWrites } from './kill-during-writes.ts';

const rounds = 3;
const writers = 16;
const responsesPerRound = 160;

class AcknowledgedWrites {
  /** The name of each book after its last acknowledged write. */
  readonly names = new Map<number, string>();
  /** The new names of books whose change has no response. */
  readonly changes = new Map<number, string>();
  responses = 0;
}

/** Creates and renames books until the server is killed. Some requests are rejected. */
async function write(url: string, writer: string, acknowledgedWrites: AcknowledgedWrites): Promise<void> {
  const { names, changes } = acknowledgedWrites;
  const api = await openApi(url);
  for (let number = 0; ; number++) {
    const name = `${writer} ${number}`;
    const input = { name, author: { name: `Author ${number % 3}` } };
    const { data } = await api.call<SavedBook>('POST', '/books/create', input);
    names.set(data.id, name);
    const rejection = await api.call('POST', '/books/create', { ...input, edition_of: 'BK-999999' });
    expect(rejection.success).toBe(false);
    changes.set(data.id, `${name}, changed`);
    await api.call('POST', '/books/update', { id: data.id, name: `${name}, changed` });
    names.set(data.id, `${name}, changed`);
    changes.delete(data.id);
    acknowledgedWrites.responses += 2;
  }
}

for (const dependencies of backends) {
  test(`kill -9 during the writes of ${writers} users loses no acknowledged write: ${dependencies}`, async ({
    settingsOf,
    start,
  }) => {
    const settings = { ...(await settingsOf(dependencies)), JOBS: 'off' };
    const acknowledgedWrites = new AcknowledgedWrites();
    await killDuringWrites({
      rounds,
      writers,
      start: () => start(settings),
      write: (url, writer) => write(url, `${writer} book`, acknowledgedWrites),
      hasEnough: (round) => acknowledgedWrites.responses >= (round + 1) * responsesPerRound,
    });

    const server = await start(settings);
    const api = await openApi(server.url);
    const { items, total } = await api.allBooks();
    expect(items).toHaveLength(total);
    const booksById = new Map(items.map((book) => [book.id, book]));
    const { names, changes } = acknowledgedWrites;
    for (const [id, name] of names)
      expect([name, changes.get(id)], `book ${id}`).toContain(booksById.get(id)?.name);
    // Each writer can have one more book, whose response was lost in each round.
    expect(total).toBeLessThanOrEqual(names.size + rounds * writers);
    const { data } = await api.call<{ items: { book_count: number }[] }>(
      'GET',
      '/books/authors?items_per_page=100',
    );
    expect(data.items.reduce((sum, author) => sum + author.book_count, 0)).toBe(total);
    expect(await server.stop()).toBe(0);
  });
}
