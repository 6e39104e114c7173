import { expect, test } from 'vitest';
import { categories as declaration } from '#contract/categories/categories';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

const context = contextWith();

eachDatabase('the category service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());

  const list = (query: object = {}) => catalogue.categories.list(declaration.query.parse(query));

  test('creates codes from names, with a number when they are taken, and stores a sent code that is free', async () => {
    expect((await catalogue.addCategory('Çocuk')).code).toBe('cocuk');
    expect((await catalogue.addCategory('COCUK')).code).toBe('cocuk-2');
    expect((await catalogue.addCategory('çocuk!')).code).toBe('cocuk-3');
    const newCategory = await catalogue.categories.create({ name: 'Kids', code: 'K1' }, context);
    expect(newCategory).toMatchObject({
      name: 'Kids',
      code: 'K1',
      image_url: null,
      sub_categories: [],
      version: 1,
    });
    expect(await catalogue.categories.create({ name: 'Kids', code: 'K1' }, context)).toMatchObject({
      code: 'K1-2',
    });
    expect((await catalogue.addCategory('***')).code).toBe('unnamed');
  });

  test('proposes the code that a new category gets, without reserving it', async () => {
    const { categories } = catalogue;
    expect(await categories.proposeCode('Tales')).toBe('tales');
    expect((await catalogue.addCategory('Tales')).code).toBe('tales');
    const proposedCode = await categories.proposeCode(' TALES');
    expect([proposedCode, await categories.proposeCode('Táles!')]).toEqual(['tales-2', 'tales-2']);
    expect(await categories.create({ name: 'Tales', code: proposedCode }, context)).toMatchObject({
      code: 'tales-2',
    });
  });

  test('lists newest first, with sub-categories, and finds by name and code', async () => {
    const category = await catalogue.addCategory('Ciência & Ficção');
    const sub = await catalogue.addSubCategory('Robôs', category.code);
    const { items, total } = await list({ search: 'FICCAO' });
    expect(total).toBe(1);
    expect(items).toEqual([
      { ...category, sub_categories: [{ id: sub.id, code: 'robos', name: 'Robôs', type: 'sub_category' }] },
    ]);
    expect((await list({ q: '%' })).total).toBe(0);
    const all = await list({ items_per_page: 2 });
    expect(all.items.map(({ id }) => id)).toEqual([category.id, category.id - 1]);
    expect(all.total).toBe((await list({ page: 999 })).total);
  });

  test('changes name and code, and rejects a code that is taken and an outdated version', async () => {
    const category = await catalogue.addCategory('Before');
    const updatedCategory = await catalogue.categories.update(
      { id: category.id, name: 'After', code: 'after', version: 1 },
      context,
    );
    expect(updatedCategory).toMatchObject({ name: 'After', code: 'after', version: 2 });
    expect((await list({ search: 'before' })).total).toBe(0);
    const stale = catalogue.categories.update(
      { id: category.id, name: 'Late', code: undefined, version: 1 },
      context,
    );
    await expect(stale).rejects.toMatchObject({ status: 409 });
    const failedUpdate = catalogue.categories.update({ id: category.id, code: 'cocuk' }, context);
    await expect(failedUpdate).rejects.toMatchObject({ status: 422, errors: { code: expect.any(String) } });
    await expect(catalogue.categories.get(999_999)).rejects.toMatchObject({ status: 404 });
  });

  test('reports the references to a category, and deletes it when there are none', async () => {
    const category = await catalogue.addCategory('Used');
    const sub = await catalogue.addSubCategory('Used Too', category.code);
    const book = await catalogue.addBook({ sub_category_code: sub.code });
    await expect(catalogue.categories.remove(category.id, context)).rejects.toMatchObject({
      status: 409,
      message: 'This category can’t be deleted because it’s used by 1 book and 1 sub-category.',
    });
    await expect(catalogue.subCategories.remove(sub.id, context)).rejects.toMatchObject({
      status: 409,
      message: 'This sub-category can’t be deleted because it’s used by 1 book.',
    });
    await catalogue.books.remove(book.id, context);
    const { total } = await list();
    await catalogue.subCategories.remove(sub.id, context);
    await catalogue.categories.remove(category.id, context);
    expect((await list()).total).toBe(total - 1);
    await expect(catalogue.categories.remove(category.id, context)).rejects.toMatchObject({ status: 404 });
    expect((await list()).total).toBe(total - 1);
  });
});
