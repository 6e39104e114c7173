import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allPermissions, resourceNames } from '#contract/core/permissions';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { publishers } from '#contract/publishers/publishers';
import { series } from '#contract/series/series';
import { storyBooks } from '#contract/story-books/story-books';
import { subCategories } from '#contract/sub-categories/sub-categories';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { record } from '#server/testing/publication-record';

const book_code = 'BK-000001';
const createdRecords = [
  {
    declaration: books,
    input: {
      name: 'A book',
      publisher: 'Its publisher',
      imprint: 'Its imprint',
      edition_of: book_code,
      ...record,
      custom: { note: 'N' },
    },
  },
  { declaration: categories, input: { name: 'A category', default_subjects: 'Own:A1' } },
  {
    declaration: subCategories,
    input: { name: 'A part', category_code: 'a-category', default_subjects: 'Own:A1' },
  },
  { declaration: collections, input: { title: 'A collection' } },
  { declaration: series, input: { title: 'A series' } },
  { declaration: publishers, input: { name: 'A publisher' } },
  { declaration: storyBooks, input: { title: 'A story book' } },
  { declaration: mobileConfigs, input: { title: 'A home screen' } },
  {
    declaration: challenges,
    input: { title: 'A plan', description: 'Of a day', day_count: 1, items: [{ book_code }] },
  },
];

/** The fields that only certain queries or chapters with audio add. */
const onlyOnRequest = new Set(['sample', 'sample_url', 'tracks_ready']);

eachDatabase('responses', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await api.call('POST', '/api/books/create', { token, json: { name: 'First edition' } });
    await api.call('POST', '/api/custom-fields/create', { token, json: { label: 'Note', type: 'text' } });
    await api.call('POST', '/api/subject-schemes/create', { token, json: { name: 'Own' } });
  });
  afterAll(() => api.close());

  test('are tested for every resource', () => {
    expect(createdRecords.map(({ declaration }) => declaration.name).toSorted()).toEqual(
      [...resourceNames].toSorted(),
    );
  });

  // This also detects optional fields of the contract that no column presents.
  test.each(createdRecords)('have every field of $declaration.plural', async ({ declaration, input }) => {
    const { endpoints, item } = declaration;
    const createResponse = await api.call('POST', `/api${endpoints.create.path}`, { token, json: input });
    expect(createResponse.body.message).toBe(declaration.messages.created);
    const path = endpoints.get.path.replace(':id', String(createResponse.body.data.id));
    const { body } = await api.call('GET', `/api${path}`, { token });
    const shape = item instanceof z.ZodObject ? Object.keys(item.shape) : [];
    const fields = shape.filter((field) => !onlyOnRequest.has(field));
    expect(fields.length).toBeGreaterThan(3);
    expect(Object.keys(body.data).toSorted()).toEqual(fields.toSorted());
  });
});
