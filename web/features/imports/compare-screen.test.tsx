import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { ImportComparison } from '#contract/imports/imports';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CompareScreen } from './compare-screen.tsx';

const row = (
  field: ImportComparison['rows'][number]['field'],
  changes: Partial<ImportComparison['rows'][number]> = {},
): ImportComparison['rows'][number] => ({
  field,
  today: `Today’s ${field}`,
  found: `Found ${field}`,
  is_same: false,
  is_locked: false,
  is_proposed: false,
  ...changes,
});

async function open(rows: ImportComparison['rows'] = []) {
  const fake = createFakeApi();
  fake.imports.proposals.push(fakeProposal(1, { version: 3 }));
  fake.imports.comparison = {
    rows: [
      row('name', { is_locked: true }),
      row('author', { found: 'Today’s author', is_same: true }),
      row('cover', { today: '', found: '/media/new.jpg', is_proposed: true }),
      row('chapters', { is_proposed: true }),
      ...rows,
    ],
  };
  const view = renderScreen(
    <Routes>
      <Route path="/imports/:id/into/:book" element={<CompareScreen />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    { route: '/imports/1/into/5', fake },
  );
  await screen.findByRole('table');
  const selectField = (field: string) =>
    view.user.click(screen.getByRole('checkbox', { name: `Update ${field} from file` }));
  const take = () => view.user.click(screen.getByRole('button', { name: /^Update \d/ }));
  return { ...view, tick: selectField, take };
}

it('shows both side by side, locks fields edited by hand, and selects the proposed ones', async () => {
  await open();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toContain('Edited manually. Select it to update.');
  expect(rows.map((element) => within(element).queryByRole('checkbox')?.hasAttribute('checked'))).toEqual([
    false,
    undefined,
    true,
    true,
  ]);
  expect(screen.getByRole('img', { name: 'New cover (from file)' }).getAttribute('src')).toBe(
    '/media/new.jpg',
  );
});

it('updates only the selected fields of the book', async () => {
  const { fake, tick: selectField, take, location } = await open();
  await selectField('Title');
  await selectField('Chapters');
  await take();
  await screen.findByText('Elsewhere');
  expect(location()).toBe('/imports/1');
  const [request] = fake.requestsTo('/imports/1/accept');
  expect(request?.body).toEqual({ version: 3, book_id: 5, book_version: 4, take: ['name', 'cover'] });
});

it('selects all differences, or none', async () => {
  const { user } = await open([row('imprint', { found: '' })]);
  await user.click(screen.getByRole('button', { name: 'Select all differences' }));
  screen.getByRole('button', { name: 'Update 3 fields' });
  screen.getByRole('checkbox', { name: 'Update Imprint from file', checked: false });
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  screen.getByText('No fields selected');
  expect(screen.getByRole('button', { name: /^Update 0/ })).toHaveProperty('disabled', true);
});

it('offers the publication record, but nothing that cannot be updated', async () => {
  const problem = 'The book “Other” (BK-000009) has this ISBN.';
  const { user, fake, take } = await open([
    row('isbn', { today: '', problem }),
    row('contributors'),
    row('asin', { is_proposed: true }),
    row('subjects', { is_proposed: true }),
  ]);
  screen.getByText(problem);
  expect(screen.getByRole('checkbox', { name: 'Update ISBN from file' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Select all differences' }));
  await user.click(screen.getByRole('checkbox', { name: 'Update Other contributors from file' }));
  await take();
  await screen.findByText('Elsewhere');
  expect(fake.requestsTo('/imports/1/accept')[0]?.body).toMatchObject({
    take: ['name', 'cover', 'chapters', 'asin', 'subjects'],
  });
});

it('is read again after another change of the book', async () => {
  const { user, fake, take } = await open();
  fake.failNext({ path: '/imports/1/accept', status: 409, message: 'This book was changed by someone else' });
  await take();
  expect((await screen.findByRole('alert')).textContent).toContain('changed by someone else');
  await user.click(screen.getByRole('button', { name: 'Load latest version' }));
  await screen.findByRole('table');
  expect(fake.requestsTo('/imports/1/compare')).toHaveLength(2);
});
