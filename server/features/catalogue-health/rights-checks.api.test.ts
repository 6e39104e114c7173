import { afterAll, expect, test } from 'vitest';
import { addDays, toDay } from '#contract/analytics/periods';
import { allPermissions } from '#contract/core/permissions';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const today = toDay(new Date());
const day = (days: number) => addDays(today, days);

eachDatabase('the checks of rights', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  async function issuesOf(rule: string) {
    const { body } = await api.call('GET', '/api/reports/health/issues', { token, query: { rule } });
    const items = body.data.items as { name: string; detail: string }[];
    return Object.fromEntries(items.map(({ name, detail }) => [name, detail]));
  }

  test('find rights that end within 30 days, and books whose rights have all ended', async () => {
    for (const rights of [
      '',
      'TR',
      `TR ..${day(31)}`,
      `TR ..${day(30)}`,
      `TR ..${today}; DE ..${day(2)}`,
      `TR ..${day(5)}; TR ${day(6)}..${day(90)}`,
      `TR ..${day(5)}; DE ${day(6)}..${day(90)}`,
      `TR ..${day(-1)}; DE ..${day(-9)}`,
      `TR ..${day(-1)}; DE`,
      `TR ${day(3)}..`,
    ])
      await api.call('POST', '/api/books/create', { token, json: { name: rights || 'None', rights } });
    expect(await issuesOf('book_rights_ending')).toEqual({
      [`TR ..${day(30)}`]: `Ends on ${day(30)}`,
      [`TR ..${today}; DE ..${day(2)}`]: `Ends on ${today}`,
      [`TR ..${day(5)}; DE ${day(6)}..${day(90)}`]: `Ends on ${day(5)}`,
    });
    expect(await issuesOf('book_rights_ended')).toEqual({
      [`TR ..${day(-1)}; DE ..${day(-9)}`]: `Ended on ${day(-1)}`,
    });
    const { body } = await api.call('GET', '/api/reports/health', { token });
    const counts = new Map(
      (body.data.rules as { rule: string; count: number }[]).map(({ rule, count }) => [rule, count]),
    );
    expect([counts.get('book_rights_ending'), counts.get('book_rights_ended')]).toEqual([3, 1]);
  });

  test('follow a change of a book', async () => {
    const rights = `FR ..${day(-2)}`;
    const { body } = await api.call('POST', '/api/books/create', { token, json: { name: 'French', rights } });
    expect(await issuesOf('book_rights_ended')).toHaveProperty('French', `Ended on ${day(-2)}`);
    const json = { id: body.data.id, rights: `FR ..${day(2)}` };
    await api.call('POST', '/api/books/update', { token, json });
    expect(await issuesOf('book_rights_ended')).not.toHaveProperty('French');
    expect(await issuesOf('book_rights_ending')).toHaveProperty('French');
  });
});
