import { expect, test } from 'vitest';
import { bulkRequest } from '#contract/bulk/bulk';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import {
  type ContributorRole,
  contributorRoleNames,
  contributorsQuery,
} from '#contract/contributors/contributors';
import { allPermissions } from '#contract/core/permissions';
import type { SessionUser } from '#server/core/auth/sessions';
import { AppError } from '#server/core/errors';
import { splitNames } from '#contract/contributors/name-lists';
import { checkDatabase } from '#server/features/system/check/database';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, stagedFile } from '#server/testing/factories';
import { seed } from '#server/testing/seed';
import { randomFrom } from '../../../bench/random.ts';
import { createBulkEdits } from '#server/testing/bulk-edits';
import { jobContext } from '#server/testing/job-context';

const STEPS = 60;

/** Returns a link of a contributor, as stored. */
const linksOf = (label: string): string =>
  JSON.stringify([{ label, url: `https://people.example/${encodeURIComponent(label)}` }]);

interface Role {
  readonly name: string;
  readonly role: ContributorRole;
}

eachDatabase('a merge of contributors', async (openEmpty) => {
  const database = await openEmpty();
  const { adminEmail, catalogue, bulk, undoService, job, userId } = await createBulkEdits(database);
  const user = {
    id: userId,
    email: adminEmail,
    permissions: new Set(allPermissions),
  } as unknown as SessionUser;

  const callContext = () => ({ user, authorize: async () => user });
  const run = (id: number) => job.run(jobContext(id, { userId: user.id }));
  const list = async () =>
    (await catalogue.books.authors.listPeople(contributorsQuery.parse({ items_per_page: 100 }))).items;
  const contributorNamed = async (name: string) => {
    const entry = (await list()).find((item) => item.name === name);
    if (!entry) throw new Error(`No contributor has the name ${name}.`);
    return catalogue.books.authors.getContributor(entry.id);
  };
  const requestOf = async (from: string, into: string) => {
    const { id, book_count } = await contributorNamed(from);
    return bulkRequest.parse({
      filter: { contributor_id: id },
      expected: book_count,
      changes: { contributor: { id, name: into } },
    });
  };
  async function merge(from: string, into: string): Promise<number> {
    const { id } = await bulk.apply(callContext(), await requestOf(from, into));
    await run(id);
    return id;
  }
  const undo = async (id: number) => run((await bulk.undo(callContext(), id)).id);
  const addBook = (people: readonly Role[], narrator?: string) =>
    catalogue.addBook({
      contributors: people.map((entry) => ({ ...entry, id: undefined })),
      ...(narrator !== undefined && { narrator }),
    });
  const booksNow = async () => {
    const rows = await database.kysely.selectFrom('books').select('id').orderBy('id').execute();
    const books = await Promise.all(rows.map(({ id }) => catalogue.books.get(id)));
    return books.map(({ id, narrator = '', contributors = [] }) => ({
      id,
      narrator,
      people: contributors.map(({ name, role }) => `${name} ${role}`),
    }));
  };
  const detailsNow = async () => {
    const entries = await Promise.all((await list()).map(({ name }) => contributorNamed(name)));
    return entries
      .map(({ id: _id, version: _version, similar: _similar, ...entry }) => entry)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  const stateNow = async () => ({ books: await booksNow(), people: await detailsNow() });

  test('counts a second author once who becomes the first, and replaces them', async () => {
    const { id: bookId } = await addBook([
      { name: 'Kay Lee', role: 'author' },
      { name: 'May Noe', role: 'author' },
    ]);
    const before = await booksNow();
    const changes = { author: { name: 'May Noe' } };
    const edit = await bulk.apply(callContext(), bulkRequest.parse({ ids: [bookId], changes }));
    await run(edit.id);
    expect((await contributorNamed('May Noe')).roles).toEqual([{ role: 'author', book_count: 1 }]);
    expect(await checkDatabase(database)).toEqual([]);
    await undo(edit.id);
    expect(await booksNow()).toEqual(before);

    await run((await bulk.apply(callContext(), bulkRequest.parse({ ids: [bookId], changes }))).id);
    await catalogue.books.update({ id: bookId, author: { name: 'Kay Lee' } }, contextWith());
    expect((await booksNow()).find(({ id }) => id === bookId)?.people).toEqual(['Kay Lee author']);
    expect((await list()).map(({ name }) => name)).not.toContain('May Noe');
    await catalogue.books.remove(bookId, contextWith());
  });

  test('moves the links of all roles and the details, and can be undone', async () => {
    const first = await addBook([
      { name: 'Adler, Bo', role: 'author' },
      { name: 'Bo Adler', role: 'author' },
      { name: 'Cy Dale', role: 'translator' },
      { name: 'Adler, Bo', role: 'narrator' },
      { name: 'Bo Adler', role: 'narrator' },
    ]);
    const second = await addBook(
      [
        { name: 'Cy Dale', role: 'author' },
        { name: 'Adler, Bo', role: 'foreword' },
        { name: 'Dee Elm', role: 'narrator' },
        { name: 'Adler, Bo', role: 'narrator' },
      ],
      'Dee Elm & adler,  bo',
    );
    const { id, version = 0 } = await contributorNamed('Adler, Bo');
    const details = { other_names: ['B. A.'], isni: '000000012150090X', biography: 'Writes.' };
    await catalogue.books.authors.changeContributor({ id, version, ...details }, contextWith());
    const before = await stateNow();

    const preview = await bulk.preview(user, await requestOf('Adler, Bo', 'bo  adler'));
    expect(preview).toMatchObject({
      changes: 2,
      is_undoable: true,
      related: [{ kind: 'authors_without_books', count: 1 }],
      examples: [
        { id: first.id, changes: [{ before: 'Adler, Bo (Author, Narrator)', after: 'Bo Adler' }] },
        { id: second.id, changes: [{ before: 'Adler, Bo (Foreword, Narrator)' }] },
      ],
    });
    const mergeId = await merge('Adler, Bo', 'bo  adler');
    expect(await booksNow()).toEqual([
      {
        id: first.id,
        narrator: 'Bo Adler',
        people: ['Bo Adler author', 'Cy Dale translator', 'Bo Adler narrator'],
      },
      {
        id: second.id,
        narrator: 'Dee Elm, Bo Adler',
        people: ['Cy Dale author', 'Bo Adler foreword', 'Dee Elm narrator', 'Bo Adler narrator'],
      },
    ]);
    expect(await contributorNamed('Bo Adler')).toMatchObject({ book_count: 2, ...details });
    expect((await list()).map(({ name }) => name)).not.toContain('Adler, Bo');
    expect(await checkDatabase(database)).toEqual([]);

    await undo(mergeId);
    expect(await stateNow()).toEqual(before);
    expect(await checkDatabase(database)).toEqual([]);
    await expect(bulk.undo(callContext(), mergeId)).rejects.toMatchObject({ status: 409 });
  });

  test('keeps what was changed since, and moves the details of someone without books', async () => {
    const { id, version = 0 } = await contributorNamed('Dee Elm');
    await catalogue.books.authors.changeContributor({ id, version, biography: 'Reads.' }, contextWith());
    const mergeId = await merge('Dee Elm', 'Cy Dale');
    const into = await contributorNamed('Cy Dale');
    expect(into).toMatchObject({ biography: 'Reads.', other_names: ['Dee Elm'] });
    await catalogue.books.authors.changeContributor({ id: into.id, biography: 'Edits.' }, contextWith());
    await undo(mergeId);
    expect(await contributorNamed('Cy Dale')).toMatchObject({ biography: 'Edits.', other_names: [] });
    expect(await contributorNamed('Dee Elm')).toMatchObject({ biography: 'Reads.', book_count: 1 });

    const { id: bookId, author } = await addBook([{ name: 'Eve Fox', role: 'author' }]);
    await catalogue.books.authors.changeContributor({ id: author.id, biography: 'Was here.' }, contextWith());
    await catalogue.books.remove(bookId, contextWith());
    const emptyMergeId = await merge('Eve Fox', 'Bo Adler');
    expect(await contributorNamed('Bo Adler')).toMatchObject({
      biography: 'Was here.',
      other_names: ['Eve Fox'],
    });
    await undo(emptyMergeId);
    expect(await contributorNamed('Eve Fox')).toMatchObject({ biography: 'Was here.', book_count: 0 });
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('moves a missing image, and retains the image of the merged contributor for the undo', async () => {
    const imageOf = async (name: string) => (await contributorNamed(name)).image;
    const addImage = async (name: string) => {
      const { id } = await contributorNamed(name);
      const image = contextWith({ image: stagedFile('image') });
      await catalogue.books.authors.changeContributor({ id, links: linksOf(name) }, image);
      return imageOf(name);
    };
    const names = [
      { name: 'Gil Hay', role: 'author' } as const,
      { name: 'Ida Jay', role: 'narrator' } as const,
    ];
    await addBook(names);
    const image = await addImage('Gil Hay');
    const before = await stateNow();
    const firstId = await merge('Gil Hay', 'Ida Jay');
    expect(await contributorNamed('Ida Jay')).toMatchObject({ image, links: [{ label: 'Gil Hay' }] });
    expect(await checkDatabase(database)).toEqual([]);
    await undo(firstId);
    expect(await stateNow()).toEqual(before);

    const otherImage = await addImage('Ida Jay');
    const withBoth = await stateNow();
    const blobs = new Set(catalogue.blobs);
    const secondId = await merge('Gil Hay', 'Ida Jay');
    expect(await contributorNamed('Ida Jay')).toMatchObject({
      image: otherImage,
      links: [{ label: 'Ida Jay' }, { label: 'Gil Hay' }],
    });
    expect([...blobs].filter((key) => !catalogue.blobs.has(key))).toHaveLength(2);
    expect(await checkDatabase(database)).toEqual([]);
    await undo(secondId);
    expect(await stateNow()).toEqual(withBoth);
    expect(catalogue.blobs).toEqual(blobs);
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('rejects an unknown contributor, the same one, and further changes', async () => {
    const { id, book_count } = await contributorNamed('Cy Dale');
    const start = (contributor: object, changes = {}) =>
      bulk.apply(
        callContext(),
        bulkRequest.parse({
          filter: { contributor_id: id },
          expected: book_count,
          changes: { contributor, ...changes },
        }),
      );
    await expect(start({ id, name: 'Who' })).rejects.toMatchObject({ status: 422 });
    await expect(start({ id, name: 'cy dale' })).rejects.toMatchObject({ status: 422 });
    await expect(start({ id: 9_999, name: 'Bo Adler' })).rejects.toMatchObject({ status: 404 });
    await expect(start({ id, name: 'Bo Adler' }, { language: 2 })).rejects.toMatchObject({ status: 422 });
    const unknown = bulkRequest.parse({ ids: [], changes: { contributor: { id, name: 'Who' } } });
    expect((await bulk.preview(user, unknown)).related).toEqual([{ kind: 'new_author', count: 1 }]);
  });

  test(`agrees with a model after random merges, renames and undos (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    for (const { id } of await booksNow()) await catalogue.books.remove(id, contextWith());
    const names = ['Ada Marsh', 'Marsh, Ada', 'Bo Vale', 'Cy "The" Dale', 'D. Fox', 'İpek Kılıç', 'Li'];
    for (let count = 0; count < 12; count += 1)
      await addBook(
        Array.from({ length: 1 + random(5) }, () => ({
          name: pick(names),
          role: pick(contributorRoleNames),
        })),
      );
    for (const { id, name } of await list()) {
      const files = random(2) === 0 ? { image: stagedFile('image') } : {};
      const links = random(2) === 0 ? linksOf(name) : undefined;
      await catalogue.books.authors.changeContributor({ id, links }, contextWith(files));
    }
    type State = Awaited<ReturnType<typeof stateNow>>;
    // The undo of a rename rewrites texts of narrators, like the rename.
    const undos: { readonly before: State; readonly isExact: boolean; run(): Promise<unknown> }[] = [];
    let state = await stateNow();
    let [renamed, undone] = [0, 0];
    for (let step = 0; step < STEPS; step += 1) {
      const there = state.people.map(({ name }) => name);
      const [from, into] = [pick(there), pick(there)];
      const action = random(10);
      const last = undos.at(-1);
      let expected: string[][] | undefined;
      if (action < 4 && from !== into) {
        const id = await merge(from, into);
        undos.push({ before: state, isExact: true, run: () => undo(id) });
        expected = state.books.map(({ people }) => renamedIn(people, from, into));
      } else if (action < 7) {
        const name = `Renamed ${(renamed += 1)}`;
        const { id } = await contributorNamed(from);
        await catalogue.books.authors.changeContributor({ id, name }, contextWith());
        const { id: entryId } = await database.kysely
          .selectFrom('audit_log')
          .select('id')
          .where('kind', '=', 'authors')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        undos.push({ before: state, isExact: false, run: () => undoService.undo(entryId, async () => user) });
        expected = state.books.map(({ people }) => renamedIn(people, from, name));
      } else if (last) {
        undos.pop();
        try {
          await last.run();
          const present = ({ books, people }: State) =>
            last.isExact ? { books, people } : { books: books.map((book) => book.people), people };
          expect(present(await stateNow()), `step ${step}`).toEqual(present(last.before));
          undone += 1;
        } catch (error) {
          // A rename is undone only before the next change of the same contributor.
          if (!(error instanceof AppError && error.status === 409)) throw error;
          undos.length = 0;
        }
      }
      state = await stateNow();
      if (expected)
        expect(
          state.books.map(({ people }) => people),
          `step ${step}`,
        ).toEqual(expected);
      for (const { narrator, people } of state.books)
        expect(splitNames(narrator).map((name) => `${contributorNameKey(name)} narrator`)).toEqual(
          people.filter((text) => text.endsWith(' narrator')).map(contributorNameKey),
        );
      expect(await checkDatabase(database), `step ${step}`).toEqual([]);
    }
    expect(undone).toBeGreaterThan(5);
  });
});

/** Returns the people of a book with another name in the place of one, without repeated roles. */
function renamedIn(people: readonly string[], from: string, into: string): string[] {
  return [
    ...new Set(
      people.map((text) =>
        text.startsWith(`${from} `) && isRole(text.slice(from.length + 1))
          ? `${into}${text.slice(from.length)}`
          : text,
      ),
    ),
  ];
}

const isRole = (text: string): boolean => contributorRoleNames.some((role) => role === text);
