import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCurl } from '#server/testing/read-curl';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { allPermissions } from '#contract/core/permissions';
import { placeholders } from './examples.ts';
import { introduction } from './introduction.ts';

const password = 'correct horse battery staple';
const api = await openSqliteApp({ adminEmail: placeholders.email });

beforeAll(async () => {
  await api.accounts.add({ email: placeholders.email, name: 'Ada', password, permissions: allPermissions });
});
afterAll(() => api.close());

test('lists the sections in the order of first use', () => {
  const headings = [...introduction.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'Sign in',
    'Pages',
    'Filters',
    'Changes',
    'Versions',
    'Errors',
    'Limits',
    'Error codes',
  ]);
});

test('contains commands that all work in order', async () => {
  const commands = [...introduction.matchAll(/```sh\n([^`]+)\n```/g)].map(([, command = '']) => command);
  let token = '';
  const results: (string | number)[] = [];
  for (const command of commands) {
    const filledCommand = command
      .replaceAll(placeholders.password, password)
      .replaceAll(`Bearer ${placeholders.token}`, `Bearer ${token}`);
    const { method, url, options } = readCurl(filledCommand, () => {
      throw new Error('No command of the introduction sends a file.');
    });
    const { status, body } = await api.call(method, url, options);
    token = body.data?.access_token ?? token;
    results.push(
      `${method} ${url.replace(/\?.*$/, '')} ${status} ${body.code ?? body.data?.name ?? ''}`.trim(),
    );
  }
  expect(results).toEqual([
    'POST /api/auth/login 200',
    'GET /api/books/list 200',
    'GET /api/books/list 200',
    'POST /api/books/categories 200 Poetry',
    'PUT /api/books/categories/1 200 Poems',
    'GET /api/books/999999 404 books.not_found',
  ]);
});
