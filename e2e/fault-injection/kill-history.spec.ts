import { type ResponseBody, bookBody, openApi } from '../api.ts';
import { png } from '../media.ts';
import { lectern } from '../server.ts';
import { backends, expect, test } from './dependencies.ts';
import { killDuringWrites } from './kill-during-writes.ts';

const rounds = 2;
const writers = 3;
const responsesPerRound = 45;

type State = 'there' | 'trash' | 'gone';
interface Book {
  readonly id: number;
  readonly image_url: string;
}
interface Listed {
  readonly items: readonly { readonly id: number; readonly record: { readonly id: number } }[];
  readonly total: number;
}

/** The state of each book after its last acknowledged response, and its possible state after a request without a response. */
interface Acknowledged {
  readonly states: Map<number, readonly State[]>;
  readonly books: Map<number, Book>;
  responses: number;
}

/** Creates, deletes, undoes, restores and purges books with covers until the server is killed. */
async function write(url: string, writer: string, acknowledgedWrites: Acknowledged): Promise<void> {
  const api = await openApi(url);
  const step = async (
    id: number,
    {
      before,
      after,
      path,
      method = 'POST',
    }: {
      readonly before: State;
      readonly after: State;
      readonly path: string;
      readonly method?: 'POST' | 'DELETE' | undefined;
    },
  ) => {
    acknowledgedWrites.states.set(id, [before, after]);
    const { success, message } = await api.call(method, path);
    expect(success, message).toBe(true);
    acknowledgedWrites.states.set(id, [after]);
    acknowledgedWrites.responses += 1;
  };
  const trashIdOf = async (id: number) => {
    const { data } = await api.call<Listed>('GET', '/trash?kind=books&items_per_page=100');
    return data.items.find(({ record }) => record.id === id)?.id ?? 0;
  };
  const entryOf = async (id: number) => {
    const { data } = await api.call<Listed>('GET', `/books/${id}/history?items_per_page=1`);
    return data.items[0]?.id ?? 0;
  };
  for (let count = 0; ; count++) {
    const body = bookBody({ name: `${writer} ${count}` }, { image: png(40, 60, [count % 256, 40, 90]) });
    const { data: book }: ResponseBody<Book> = await api.call('POST', '/books/create', body);
    const { id } = book;
    acknowledgedWrites.books.set(id, book);
    acknowledgedWrites.states.set(id, ['there']);
    await step(id, { before: 'there', after: 'trash', path: `/books/${id}`, method: 'DELETE' });
    await step(id, { before: 'trash', after: 'there', path: `/audit-log/${await entryOf(id)}/undo` });
    await step(id, { before: 'there', after: 'trash', path: `/books/${id}`, method: 'DELETE' });
    if (count % 2 === 0)
      await step(id, { before: 'trash', after: 'there', path: `/trash/${await trashIdOf(id)}/restore` });
    else
      await step(id, {
        before: 'trash',
        after: 'gone',
        path: `/trash/${await trashIdOf(id)}`,
        method: 'DELETE',
      });
  }
}

for (const dependencies of backends) {
  test(`kill -9 during undos, restores and purges keeps each record complete in one place: ${dependencies}`, async ({
    settingsOf,
    start,
  }) => {
    const settings = { ...(await settingsOf(dependencies)), JOBS: 'off' };
    const acknowledgedWrites: Acknowledged = { states: new Map(), books: new Map(), responses: 0 };
    await killDuringWrites({
      rounds,
      writers,
      start: () => start(settings),
      write: (url, writer) => write(url, writer, acknowledgedWrites),
      hasEnough: (round) => acknowledgedWrites.responses >= (round + 1) * responsesPerRound,
    });

    const server = await start(settings);
    const api = await openApi(server.url);
    const trashEntries = new Map<number, number>();
    for (let page = 1; ; page++) {
      const { data } = await api.call<Listed>('GET', `/trash?kind=books&items_per_page=100&page=${page}`);
      for (const { id, record } of data.items) trashEntries.set(record.id, id);
      if (data.items.length === 0) break;
    }
    const there = new Map((await api.allBooks()).items.map((book) => [book.id, book]));
    for (const [id, allowed] of acknowledgedWrites.states) {
      const states: State[] = [
        ...(there.has(id) ? (['there'] as const) : []),
        ...(trashEntries.has(id) ? (['trash'] as const) : []),
      ];
      expect(states.length, `book ${id} is in one place at most`).toBeLessThanOrEqual(1);
      expect(allowed, `book ${id}`).toContain(states[0] ?? 'gone');
      const { image_url } = acknowledgedWrites.books.get(id) ?? { image_url: '' };
      if (!there.has(id)) continue;
      expect(there.get(id)?.image_url).toBe(image_url);
      // The next start deletes files that a killed server left outside the stores.
      await expect(async () => {
        expect((await fetch(`${server.url}${image_url}`)).status, image_url).toBe(200);
      }).toPass({ timeout: 60_000 });
    }
    for (const [id, trashId] of trashEntries) {
      const response = await api.call<Book>('POST', `/trash/${trashId}/restore`);
      expect(response.success, `${id}: ${response.message}`).toBe(true);
    }
    expect(await server.stop()).toBe(0);
    expect((await lectern(['audit-log', 'verify'], settings)).code).toBe(0);
    expect((await lectern(['check'], settings)).code).toBe(0);
  });
}
