import { createAccounts } from '#server/core/auth/accounts';
import { type Catalogue, contextWith, stagedFile } from '../factories.ts';

/**
 * Creates records of all types through the services in a fixed order. The stored databases of released versions contain them, so existing
 * lines never change and new types are added at the end.
 */
export async function enterSample(catalogue: Catalogue): Promise<void> {
  const { books, categories, collections, storyBooks, challenges, mobileConfigs, addBook } = catalogue;
  const plain = contextWith();
  const contextWithImage = () => contextWith({ image: stagedFile('image') });
  await createAccounts(catalogue.database.kysely).add({
    email: 'Reader@Example.org',
    name: "Ayşe O'Kılıç",
    password: 'correct horse',
    permissions: ['books:edit', 'collections:delete'],
  });

  const children = await categories.create({ name: 'Çocuk', code: undefined }, contextWithImage());
  const fiction = await catalogue.addCategory('Fiction');
  await catalogue.addCategory('Removed again').then(({ id }) => categories.remove(id, plain));
  const tales = await catalogue.addSubCategory('Masal', children.code);

  const chapter = (name: string, start: number, end: number, ...texts: string[]) => ({
    name,
    duration: 0,
    start,
    end,
    text_items: texts.map((text) => ({ text })),
  });
  const first = await books.create(
    {
      name: 'Işık ve İz: 100% "gerçek"',
      description: "İlk satır\nikinci satır; with a \\ and a 'quote'",
      author: { id: undefined, name: 'Ayşe  KILIÇ' },
      sub_category_code: tales.code,
      language: 1,
      is_backup: false,
    },
    contextWith({ image: stagedFile('image'), audio: stagedFile('audio') }),
  );
  await books.replaceChapters(
    first.id,
    [chapter('Bir', 0, 30.5, 'Bir varmış bir yokmuş', 'Evvel zaman içinde'), chapter('İki', 30.5, 90)],
    plain,
  );
  const second = await addBook({
    name: 'El búho',
    author: { id: undefined, name: 'José Işık' },
    category_code: fiction.code,
    language: 4,
    duration: 5400,
  });
  const removedBook = await addBook({ name: 'Removed again' });
  const third = await addBook({ name: 'A plain one', author: { id: undefined, name: 'AYŞE KILIÇ' } });

  const shelf = await collections.create(
    { title: 'Önce bunlar', description: '', book_codes: [third.code, removedBook.code, first.code] },
    contextWithImage(),
  );
  const empty = await collections.create({ title: 'Nothing yet' }, plain);
  const [chapterOfFirst] = (await books.get(first.id)).chapters ?? [];
  const story = await storyBooks.create(
    {
      title: 'Bedtime',
      description: 'In two parts',
      story_items: [
        {
          book_code: first.code,
          chapter_code: chapterOfFirst?.code ?? '',
          text_item_code: chapterOfFirst?.text_items[0]?.code ?? '',
          is_featured: true,
        },
        {
          book_code: first.code,
          chapter_code: chapterOfFirst?.code ?? '',
          text_item_code: chapterOfFirst?.text_items[1]?.code ?? '',
          is_featured: false,
        },
      ],
    },
    plain,
  );
  const week = await challenges.create(
    {
      title: 'A week',
      description: 'Seven days',
      day_count: 7,
      is_active: true,
      items: [
        { book_code: second.code, order_index: 1, is_featured: true },
        { book_code: removedBook.code, order_index: 0, is_featured: undefined },
        { book_code: first.code, order_index: 2, is_featured: undefined },
      ],
    },
    contextWithImage(),
  );
  await books.remove(removedBook.id, plain);
  await mobileConfigs.create(
    {
      title: 'Home',
      is_main_service: true,
      config: [
        { title: 'One', type: 'one_collection', data: [shelf.id] },
        { title: 'More', type: 'list_collection', data: [empty.id, shelf.id] },
        { title: 'Story', type: 'story_book', data: [story.id] },
        { title: 'Plans', type: 'challenges', data: [week.id] },
        { title: 'Kinds', type: 'categories', data: [fiction.id, children.id] },
      ],
    },
    plain,
  );
  await collections.update({ id: shelf.id, title: 'Önce şunlar' }, plain);
}
