import { expect, test } from 'vitest';
import { challenges as declaration } from '#contract/challenges/challenges';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';

const context = contextWith();

eachDatabase('the challenge service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  const codes: string[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) codes.push((await catalogue.addBook({ name })).code);

  const service = () => catalogue.challenges;
  const create = (input: object = {}, files = context) =>
    service().create(
      declaration.create.parse({
        title: 'A week',
        description: 'Of books',
        day_count: 7,
        items: codes.map((book_code) => ({ book_code })),
        ...input,
      }),
      files,
    );
  const update = (input: object, files = context) => service().update(declaration.update.parse(input), files);
  const list = (query: object = {}) => service().list(declaration.query.parse(query));
  const item = (code: number, order_index: number, name: string) => ({
    book_code: codes[code],
    order_index,
    book: { name },
  });

  test('stores books in the sent order, counted from zero, with their other values', async () => {
    const challenge = await create({
      title: 'Sorted',
      items: [
        { book_code: codes[2], order_index: 9, is_featured: true },
        { book_code: codes[0], order_index: 2, is_featured: false },
        { book_code: codes[1], order_index: 5 },
      ],
    });
    expect(challenge).toEqual({
      id: challenge.id,
      title: 'Sorted',
      description: 'Of books',
      day_count: 7,
      image: null,
      thumbnail_url: null,
      is_active: true,
      items: [
        { ...item(0, 0, 'One'), is_featured: false },
        item(1, 1, 'Two'),
        { ...item(2, 2, 'Three'), is_featured: true },
      ],
      version: 1,
      updated_at: expect.any(String),
    });
    expect(await service().get(challenge.id)).toEqual(challenge);
    // A response can be sent back unchanged.
    expect((await update(challenge)).items).toEqual(challenge.items);
  });

  test('keeps the position of books without an order, and with equal orders', async () => {
    const order = async (items: object[]) =>
      (await create({ items })).items.map(({ book_code }) => codes.indexOf(book_code));
    const [a, b, c] = codes.map((book_code) => ({ book_code }));
    expect(await order([{ ...c }, { ...a }, { ...b }])).toEqual([2, 0, 1]);
    expect(
      await order([
        { ...b, order_index: 0 },
        { ...a, order_index: 0 },
      ]),
    ).toEqual([1, 0]);
  });

  test('keeps absent keys, replaces sent items, and stores false', async () => {
    const challenge = await create({ is_active: false });
    expect(challenge.is_active).toBe(false);
    const renamedChallenge = await update({ id: challenge.id, title: 'Renamed', version: 1 });
    expect(renamedChallenge).toMatchObject({
      title: 'Renamed',
      day_count: 7,
      is_active: false,
      items: challenge.items,
    });
    const updatedChallenge = await update({
      id: challenge.id,
      is_active: 'true',
      items: [{ book_code: codes[3] }],
    });
    expect(updatedChallenge).toMatchObject({ is_active: true, items: [item(3, 0, 'Four')], version: 3 });
    await expect(update({ id: challenge.id, title: 'Late', version: 2 })).rejects.toMatchObject({
      status: 409,
      message: 'This challenge was changed by someone else since you opened it.',
    });
  });

  test('names books that do not exist, and stores nothing', async () => {
    const { total } = await list();
    const items = [codes[0], 'BK-999999', 'nonsense'].map((book_code) => ({ book_code }));
    await expect(create({ items })).rejects.toMatchObject({
      status: 422,
      errors: { items: 'No books found with codes BK-999999, nonsense.' },
    });
    expect((await list()).total).toBe(total);
  });

  test('removes a deleted book and renumbers the days', async () => {
    const book = await catalogue.addBook({ name: 'Going' });
    const challenge = await create({
      items: [codes[0], book.code, codes[1]].map((book_code) => ({ book_code })),
    });
    await catalogue.books.remove(book.id, context);
    const storedChallenge = await service().get(challenge.id);
    expect(storedChallenge.items).toEqual([item(0, 0, 'One'), item(1, 1, 'Two')]);
    // An edit conflict is reported before the error of the deleted book.
    await expect(update(challenge)).rejects.toMatchObject({ status: 409 });
    expect((await update({ ...storedChallenge, title: 'After' })).items).toEqual(storedChallenge.items);
  });

  test('finds by title and description, and sorts by days, then by id', async () => {
    const challenges = [];
    for (const [title, day_count] of [
      ['Gün ışığı', 30],
      ['Noites', 3],
      ['Mañana', 30],
    ] as const)
      challenges.push(await create({ title, description: `${title} ve ŞİİR`, day_count }));
    const [first, second, third] = challenges.map(({ id }) => id);
    const ids = async (query: object) => (await list({ search: 'siir', ...query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([third, second, first]);
    const sortBy = (sort_direction: string) => ({ sort_by_field: 'day_count', sort_direction });
    expect(await ids(sortBy('asc'))).toEqual([second, first, third]);
    expect(await ids(sortBy('desc'))).toEqual([third, first, second]);
    expect(await ids({ search: 'gun isigi' })).toEqual([first]);
    expect((await list(sortBy('desc'))).items[0]?.id).toBe(third);
  });

  test('stores, replaces and deletes the image with the challenge', async () => {
    const image = () => contextWith({ image: stagedFile('image') });
    const challenge = await create({}, image());
    expect(challenge.image).toMatch(/^\/media\//);
    const updatedChallenge = await update({ id: challenge.id, title: 'Kept' });
    expect([updatedChallenge.image, updatedChallenge.thumbnail_url]).toEqual([
      challenge.image,
      challenge.thumbnail_url,
    ]);
    const challengeWithImage = await update({ id: challenge.id }, image());
    expect(challengeWithImage.image).not.toBe(challenge.image);
    expect(catalogue.blobs.size).toBe(2);
    await service().remove(challenge.id, context);
    expect(catalogue.blobs.size).toBe(0);
    await expect(service().get(challenge.id)).rejects.toMatchObject({ status: 404 });
  });

  test('stores and returns a challenge of ten years', async () => {
    const long: string[] = [];
    for (let number = 0; number < 600; number++)
      long.push((await catalogue.addBook({ name: `${number}` })).code);
    const { id } = await create({ day_count: 3660, items: long.map((book_code) => ({ book_code })) });
    expect((await service().get(id)).items.map(({ book_code }) => book_code)).toEqual(long);
  });
});
