import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogDetail, AuditLogEntry } from '#contract/audit-log/audit-log';
import type { TrashItem } from '#contract/trash/trash';
import { createFakeApi, type FakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { CollectionsScreen } from '#web/features/collections/collections-screen.tsx';
import { ChangeScreen } from './change-screen.tsx';
import { HistoryScreen } from './history-screen.tsx';
import { TrashScreen } from '#web/features/trash/trash-screen.tsx';

const entry: AuditLogEntry = {
  ...exampleEntry,
  fields: [
    ...exampleEntry.fields,
    { field: 'books', type: 'list', counts: { added: 0, removed: 0, moved: 3, changed: 0 } },
  ],
};
const image = { name: 'old.png', media_type: 'image/png', size: 9, is_retained: true };
const detail: AuditLogDetail = {
  ...entry,
  changes: [
    { type: 'value', field: 'description', before: 'A quiet shelf', after: 'A loud shelf' },
    {
      type: 'file',
      field: 'image',
      before: { ...image, key: 'old.png', thumbnail_key: 'small.png' },
      after: null,
    },
    {
      type: 'list',
      field: 'books',
      added: [],
      removed: [{ key: 'BK-1', name: 'The Long Road', from: 0, to: null }],
      moved: [{ key: 'BK-2', name: 'The Short Road', from: 3, to: 0 }],
      changed: [],
      counts: { added: 0, removed: 2, moved: 1, changed: 0 },
    },
  ],
  latest_id: 41,
  is_there: true,
  trash_id: null,
  related_entries: 0,
  undo: { is_possible: true, message: null, code: null },
};
const response = (data: unknown) => ({ success: true, message: 'OK', data });
const listResponse = (...items: readonly unknown[]) =>
  response({ items, total: items.length, objects: { total: items.length } });

beforeEach(() => {
  notifications.clean();
});

describe('the history of a record', () => {
  it('shows each entry as a message that opens its comparison', async () => {
    const fake = createFakeApi();
    const createEntry = { ...entry, id: 40, actor: null, action: 'created', fields: [], undone_by: 41 };
    fake.respondNext({ path: '/books/collections/3/history' }, listResponse(entry, createEntry));
    renderScreen(
      <Routes>
        <Route path="/history/:kind/:id" element={<HistoryScreen />} />
      </Routes>,
      { fake, route: '/history/collections/3' },
    );
    await screen.findByRole('heading', { name: 'History: Shelf' });
    const links = within(screen.getByRole('region', { name: 'Results, page 1' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ayşe moved 3 books, updated Description', '/history/entries/41'],
      ['System created “Shelf”', '/history/entries/40'],
    ]);
    screen.getByText('Undone');
  });

  it('is not requested for an unknown record type', () => {
    const { fake } = renderScreen(
      <Routes>
        <Route path="/history/:kind/:id" element={<HistoryScreen />} />
      </Routes>,
      { route: '/history/films/3' },
    );
    screen.getByText('Record type not found');
    expect(fake.requestsTo(/history/)).toEqual([]);
  });
});

describe('a comparison', () => {
  async function open(fake: FakeApi, detailEntry: AuditLogDetail = detail, permissions?: readonly string[]) {
    if (permissions) fake.user = { ...fake.user, permissions: [...permissions] };
    fake.respondNext({ path: '/audit-log/files/small.png' }, 'bytes of a picture');
    fake.respondNext({ path: '/audit-log/41' }, response(detailEntry));
    const view = renderScreen(
      <Routes>
        <Route path="/history/entries/:id" element={<ChangeScreen />} />
      </Routes>,
      { fake, route: '/history/entries/41' },
    );
    await screen.findByRole('heading', { name: 'Change details' });
    return view;
  }

  it('compares texts by words and lists by rows, and reads previous images with the session', async () => {
    const fake = createFakeApi();
    await open(fake);
    const text = screen.getByRole('region', { name: 'Description' });
    expect(text.querySelector('del')?.textContent).toBe('quiet');
    expect(text.querySelector('ins')?.textContent).toBe('loud');
    expect(text.querySelector('p')?.dir).toBe('auto');
    const rows = within(screen.getByRole('region', { name: 'Books' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'The Long Road Removed',
      'The Short Road Moved from 4 to 1',
      'and 1 more',
    ]);
    const imageBefore = await screen.findByRole('img', { name: 'Image: Before' });
    expect(imageBefore.getAttribute('src')).toMatch(/^blob:/);
    expect(fake.requestsTo('/audit-log/files/small.png')[0]?.headers['authorization']).toBe(
      'Bearer fake-token',
    );
  });

  it.each<[string, readonly string[], number]>([
    ['links to the changes that it caused', ['collections:view', 'reports:read'], 1],
    [
      'counts the changes that it caused without the permission to read the audit log',
      ['collections:view'],
      0,
    ],
  ])('%s', async (_, permissions, links) => {
    await open(createFakeApi(), { ...detail, related_entries: 36_783 }, permissions);
    screen.getByText('This also changed 36,783 other records.');
    const changeLinks = screen.queryAllByRole('link', { name: 'View related changes' });
    expect(changeLinks.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: links }, () => '/reports?show=auditLog&cause_id=41'),
    );
  });

  const values = [
    { type: 'value', field: 'language', before: 1, after: 3 },
    { type: 'value', field: 'is_backup', before: true, after: false },
    { type: 'value', field: 'is_main_service', before: null, after: true },
    { type: 'value', field: 'publication_status', before: '', after: 'active' },
    { type: 'value', field: 'rights', before: '', after: 'DE AT ..2027-12-31 main' },
    {
      type: 'value',
      field: 'localized_texts',
      before: '',
      after: '[{"language":"fr","name":"Au phare"}]',
    },
  ] as const;

  it('shows values with the labels of the screens', async () => {
    await open(createFakeApi(), { ...detail, changes: [...values] });
    const names = ['Publication status', 'Rights', 'Texts in other languages'];
    const messages = ['Language', 'Service Type', 'Main Service', ...names].map(
      (name) => screen.getByRole('region', { name }).textContent,
    );
    expect(messages).toEqual([
      'LanguageRestoreBeforeTurkishAfterEnglish',
      'Service TypeRestoreBeforeBackup ServiceAfterMain Service',
      'Main ServiceRestoreBefore(empty)AfterYes',
      'Publication statusRestoreBefore(empty)AfterActive',
      'RightsRestoreBefore(empty)AfterGermany and Austria · until Dec 31, 2027 · Main Service',
      'Texts in other languagesRestoreBefore(empty)AfterFrench, Title: Au phare',
    ]);
  });

  it('shows only the new value of a bulk edit, since previous values differ', async () => {
    const record = { id: 0, name: '5 books' };
    await open(createFakeApi(), { ...detail, kind: 'books', record, is_there: false, changes: [values[0]] });
    expect(screen.getByRole('region', { name: 'Language' }).textContent).toBe('LanguageEnglish');
  });

  it('reverts one field with the current version, and offers to undo that', async () => {
    const fake = createFakeApi();
    const { user } = await open(fake);
    fake.auditLogEntry = 42;
    fake.respondNext({ path: '/books/collections/3/revert' }, response({ id: 3 }));
    fake.respondNext({ path: '/audit-log/41' }, response({ ...detail, latest_id: 42 }));
    fake.respondNext({ path: '/audit-log/42' }, response({ ...detail, id: 42, version: 6, latest_id: 42 }));
    await user.click(screen.getByRole('button', { name: 'Restore Description' }));
    await screen.findByRole('button', { name: 'Undo' });
    expect(fake.requestsTo('/books/collections/3/revert').map(({ body }) => body)).toEqual([
      { entry_id: 41, version: 5, fields: ['description'] },
    ]);
    const newest = await screen.findByRole('link', { name: 'View latest change' });
    expect(newest.getAttribute('href')).toBe('/history/entries/42');

    fake.failNext({ path: '/books/collections/3/revert', status: 409, message: 'Changed meanwhile.' });
    fake.respondNext({ path: '/audit-log/41' }, response({ ...detail, latest_id: 42 }));
    fake.respondNext({ path: '/audit-log/42' }, response({ ...detail, id: 42, version: 7, latest_id: 42 }));
    await user.click(screen.getByRole('button', { name: 'Restore entire record' }));
    await screen.findByText('Changed meanwhile.');
    expect(fake.requestsTo('/books/collections/3/revert')[1]?.body).toEqual({ entry_id: 41, version: 6 });
  });

  it('offers no change without the edit permission', async () => {
    await open(createFakeApi(), { ...detail, undo: { is_possible: false, message: 'No', code: null } }, []);
    expect(screen.queryByRole('button', { name: /^(Restore|Undo)/ })).toBeNull();
  });
});

describe('the panel in a dialog', () => {
  it('shows the history beside the form, compares in place, and updates the form after a revert', async () => {
    const fake = createFakeApi();
    const shelf = { id: 3, title: 'Shelf', description: 'A loud shelf', image: null, books: [], version: 5 };
    fake.items.collections.push(shelf);
    const { user } = renderScreen(<CollectionsScreen />, { fake, route: '/collections' });
    await user.click(await screen.findByRole('button', { name: 'Edit Shelf' }));
    const dialog = await screen.findByRole('dialog');
    fake.respondNext({ path: '/books/collections/3/history' }, listResponse(entry));
    await user.click(within(dialog).getByRole('button', { name: 'History' }));
    const panel = await within(dialog).findByRole('region', { name: 'History' });
    fake.respondNext({ path: '/audit-log/files/small.png' }, 'bytes of a picture');
    fake.respondNext({ path: '/audit-log/41' }, response(detail));
    await user.click(
      await within(panel).findByRole('button', { name: 'Ayşe moved 3 books, updated Description' }),
    );
    const field = await within(panel).findByRole('region', { name: 'Description' });
    expect(field.querySelector('del')?.textContent).toBe('quiet');

    fake.respondNext({ path: '/books/collections/3/revert' }, response({ id: 3 }));
    Object.assign(shelf, { description: 'A quiet shelf', version: 6 });
    fake.respondNext({ path: '/audit-log/41' }, response(detail));
    await user.click(within(field).getByRole('button', { name: 'Restore Description' }));
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Description/ }).value).toBe(
        'A quiet shelf',
      ),
    );
    expect(fake.requestsTo('/books/collections/3/revert')[0]?.body).toMatchObject({ version: 5 });
  });

  it('closes the history again', async () => {
    const fake = createFakeApi();
    fake.items.collections.push({
      id: 3,
      title: 'Shelf',
      description: '',
      image: null,
      books: [],
      version: 5,
    });
    const { user } = renderScreen(<CollectionsScreen />, { fake, route: '/collections' });
    await user.click(await screen.findByRole('button', { name: 'Edit Shelf' }));
    const dialog = await screen.findByRole('dialog');
    const open = within(dialog).getByRole('button', { name: 'History' });
    fake.respondNext({ path: '/books/collections/3/history' }, listResponse());
    await user.click(open);
    await within(dialog).findByText('Changes to this record will appear here.');
    await user.click(within(dialog).getByRole('button', { name: 'Close history' }));
    expect(within(dialog).queryByRole('region', { name: 'History' })).toBeNull();
    expect(document.activeElement).toBe(open);
  });
});

describe('the trash', () => {
  const item: TrashItem = {
    id: 9,
    kind: 'collections',
    record: { id: 3, name: 'Shelf' },
    code: null,
    image_key: null,
    deleted_at: new Date().toISOString(),
    deleted_by: { id: 7, name: 'Ayşe' },
    expires_at: '2026-06-04T09:30:00.000Z',
    entry_id: 41,
    files: 1,
    bytes: 9,
    chapters: 0,
    places: 2,
  };
  async function open(fake: FakeApi) {
    fake.respondNext({ path: '/trash' }, listResponse(item));
    const view = renderScreen(<TrashScreen />, { fake, route: '/trash?kind=collections' });
    await screen.findByText('Shelf');
    return view;
  }

  it('restores a record, reports places that could not be restored, and reads the list again', async () => {
    const fake = createFakeApi();
    const { user } = await open(fake);
    expect(fake.requestsTo('/trash')[0]?.query).toMatchObject({ kind: 'collections', page: 1 });
    screen.getByText('Was used in 2 places');
    const skippedEntries = [{ kind: 'mobile-configs', id: 1, name: 'Home' }];
    fake.respondNext(
      { path: '/trash/9/restore', method: 'POST' },
      response({ entry_id: 42, kind: 'collections', record: item.record, skipped: skippedEntries }),
    );
    fake.respondNext({ path: '/trash' }, listResponse());
    await user.click(screen.getByRole('button', { name: 'Restore Shelf' }));
    await screen.findByText('Shelf restored, but not added back to deleted records: Home');
    await waitFor(() => expect(screen.queryByText('by Ayşe')).toBeNull());
  });

  it('deletes permanently after a confirmation', async () => {
    const fake = createFakeApi();
    const { user } = await open(fake);
    const remove = () => user.click(screen.getByRole('button', { name: 'Delete Shelf permanently' }));
    await remove();
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.requestsTo('/trash/9')).toEqual([]);
    fake.respondNext({ path: '/trash/9', method: 'DELETE' }, response(null));
    fake.respondNext({ path: '/trash' }, listResponse());
    await remove();
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete permanently' }),
    );
    await screen.findByText('Shelf permanently deleted');
    expect(fake.requestsTo('/trash/9', 'DELETE')).toHaveLength(1);
  });

  it('empties the trash in several requests', async () => {
    const fake = createFakeApi();
    const { user } = await open(fake);
    await user.click(screen.getByRole('button', { name: 'Empty trash' }));
    fake.respondNext({ path: '/trash/empty' }, response({ deleted: 1, remaining: 1 }));
    fake.respondNext({ path: '/trash/empty' }, response({ deleted: 1, remaining: 0 }));
    fake.respondNext({ path: '/trash' }, listResponse());
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }));
    await screen.findByText('Trash emptied');
    expect(fake.requestsTo('/trash/empty').map(({ body }) => body)).toEqual([
      { kind: 'collections' },
      { kind: 'collections' },
    ]);
  });

  it.each([
    [['collections:edit'], true],
    [[], false],
  ])('is in the view menu of a list with %j: %j', async (permissions, isThere) => {
    const { user } = renderScreen(<CollectionsScreen />, { route: '/collections', permissions });
    await user.click(await screen.findByRole('button', { name: 'Display options' }));
    await screen.findByText('Items per page');
    const link = screen.queryByRole('menuitem', { name: 'Trash' });
    expect(link?.getAttribute('href')).toBe(isThere ? '/trash?kind=collections' : undefined);
  });
});
