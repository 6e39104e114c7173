import { beforeAll, expect, test } from 'vitest';
import { subCategories as declaration } from '#contract/sub-categories/sub-categories';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

const context = contextWith();

eachDatabase('the sub-category service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  beforeAll(async () => {
    for (const name of ['Novels', 'Poems']) await catalogue.addCategory(name);
  });

  const list = (query: object = {}) => catalogue.subCategories.list(declaration.query.parse(query));

  test('belongs to a category and has a code that is unique in all categories', async () => {
    const first = await catalogue.addSubCategory('Sea', 'novels');
    const second = await catalogue.addSubCategory('Sea', 'poems');
    expect(first).toMatchObject({
      name: 'Sea',
      code: 'sea',
      category_code: 'novels',
      category: { code: 'novels', name: 'Novels' },
      version: 1,
    });
    expect(second.code).toBe('sea-2');
    const propose = (name: string) => catalogue.subCategories.proposeCode(name);
    // Codes of categories do not conflict with codes of sub-categories.
    expect(await Promise.all(['Sea', 'Novels'].map(propose))).toEqual(['sea-3', 'novels']);
    await expect(catalogue.addSubCategory('Lost', 'none')).rejects.toMatchObject({
      status: 422,
      errors: { category_code: expect.any(String) },
    });
    expect((await list()).total).toBe(2);
  });

  test('is listed by category and search', async () => {
    expect(await list({ category_code: 'poems' })).toMatchObject({ total: 1, items: [{ code: 'sea-2' }] });
    expect(await list({ search: 'SEA-2' })).toMatchObject({ total: 1, items: [{ code: 'sea-2' }] });
    expect(await list({ category_code: 'novels', search: 'sea-2' })).toEqual({ total: 0, items: [] });
    expect(await list({ category_code: 'none' })).toEqual({ total: 0, items: [] });
    expect(await list({ page: 9 })).toEqual({ total: 2, items: [] });
  });

  test('moves to another category with its books', async () => {
    const sub = await catalogue.addSubCategory('Moving', 'novels');
    const book = await catalogue.addBook({ sub_category_code: sub.code });
    const movedSubCategory = await catalogue.subCategories.update(
      { id: sub.id, version: 1, code: undefined, category_code: 'poems' },
      context,
    );
    expect(movedSubCategory).toMatchObject({ category_code: 'poems', version: 2, code: 'moving' });
    expect(await catalogue.books.get(book.id)).toMatchObject({ category: { code: 'poems' }, version: 2 });
    expect((await catalogue.list({ category_code: 'poems' })).total).toBe(1);
    expect((await catalogue.list({ category_code: 'novels' })).total).toBe(0);
    await expect(
      catalogue.subCategories.update({ id: sub.id, version: 1, code: undefined }, context),
    ).rejects.toMatchObject({
      status: 409,
      message: 'This sub-category was changed by someone else since you opened it.',
    });
  });
});
