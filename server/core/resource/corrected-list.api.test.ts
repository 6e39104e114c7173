import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('searches with a typo', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);

  const post = async (path: string, json: object) =>
    (await api.call('POST', `/api/books/${path}`, { token, json })).body.data;

  /** Returns the names of the results, and the corrected search. */
  const find = async (path: string, search: string, query: Record<string, string> = {}) => {
    const { data } = (await api.call('GET', `/api/${path}`, { token, query: { search, ...query } })).body;
    const names = data.items.map((item: { name?: string; title?: string }) => item.name ?? item.title);
    expect([data.total, data.objects.total]).toEqual([names.length, names.length]);
    return [names, data.did_you_mean];
  };

  beforeAll(async () => {
    await post('create', { name: 'By the Sea', author: { name: 'Béatrix Holloway' }, language: 1 });
    await post('create', { name: 'Harbour Lights 12345', author: { name: 'Jean-Luc Picard' }, language: 2 });
    await post('create', { name: 'Война и мир', author: { name: 'Лев Толстой' }, language: 1 });
    const { code } = await post('categories', { name: 'Adventures' });
    await post('sub-categories', { name: 'Islands', category_code: code });
    await post('collections', { title: 'Summer voyages' });
    await post('story-books', { title: 'Goodnight stories' });
    await post('challenges', {
      title: 'Reading marathon',
      description: 'x',
      day_count: 1,
      items: [{ book_code: 'BK-000001' }],
    });
    await post('mobile-configs', { title: 'Winter screen' });
  });
  afterAll(() => api.close());

  test.each([
    ['list', 'Beatrx', 'By the Sea', 'Béatrix'],
    ['list', 'baetrix hollowayy', 'By the Sea', 'Béatrix Holloway'],
    ['list', 'harbuor lights', 'Harbour Lights 12345', 'Harbour Lights'],
    ['list', 'pickard', 'Harbour Lights 12345', 'Picard'],
    ['list', 'baetrix hollow', 'By the Sea', 'beatrix hollow'],
    ['list', 'Тослтой', 'Война и мир', 'Толстой'],
    ['authors', 'beatrixx holoway', 'Béatrix Holloway', 'Béatrix Holloway'],
    ['categories', 'advetures', 'Adventures', 'Adventures'],
    ['sub-categories', 'ilsands', 'Islands', 'Islands'],
    ['collections', 'summre voyage', 'Summer voyages', 'Summer voyages'],
    ['story-books', 'godnight', 'Goodnight stories', 'Goodnight'],
    ['challenges', 'marathno', 'Reading marathon', 'marathon'],
    ['mobile-configs', 'wniter', 'Winter screen', 'Winter'],
  ])('in books/%s, %s finds %s', async (path, search, name, correctedSearch) => {
    expect(await find(`books/${path}`, search)).toEqual([[name], correctedSearch]);
  });

  test.each([
    ['an exact match', 'holloway', ['By the Sea']],
    ['words with two typos', 'beattrrx', []],
    ['short words', 'seaa', []],
    ['numbers', '12346', []],
    ['unknown words', 'qwertyuiop', []],
    ['a typo beside an unknown word', 'beatrx qwertyuiop', []],
  ])('%s are not corrected', async (_case, search, names) => {
    expect(await find('books/list', search)).toEqual([names, undefined]);
  });

  test('a correction keeps the other filters, and is not offered if they exclude its results', async () => {
    const turkish = { language: 'TR' };
    expect(await find('books/list', 'Beatrx', turkish)).toEqual([['By the Sea'], 'Béatrix']);
    expect(await find('books/list', 'pickard', turkish)).toEqual([[], undefined]);
  });

  test('new names are found at once, deleted ones no longer', async () => {
    const { id, version } = await post('create', { name: 'Nightfall' });
    expect(await find('books/list', 'nigthfall')).toEqual([['Nightfall'], 'Nightfall']);
    await post('update', { id, version, name: 'Thunderstorm' });
    expect(await find('books/list', 'nigthfall')).toEqual([[], undefined]);
    expect(await find('books/list', 'thunderstrom')).toEqual([['Thunderstorm'], 'Thunderstorm']);
    await api.call('DELETE', `/api/books/${id}`, { token });
    expect(await find('books/list', 'thunderstrom')).toEqual([[], undefined]);
  });

  test('the search over all records corrects a text without any result', async () => {
    const groups = async (search: string) =>
      (await api.call('GET', '/api/search', { token, query: { search } })).body.data;
    expect(await groups('holoway')).toMatchObject([
      { kind: 'authors', did_you_mean: 'Holloway', items: [{ name: 'Béatrix Holloway' }] },
    ]);
    expect((await groups('holloway'))[0].did_you_mean).toBeUndefined();
    expect(await groups('qwertyuiop')).toEqual([]);
  });
});
