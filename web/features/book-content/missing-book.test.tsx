import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ContentEditorScreen } from './content-editor-screen.tsx';

it('offers to restore a deleted book instead of a retry', async () => {
  const fake = createFakeApi();
  const entry = {
    id: 7,
    at: '2026-01-10T10:00:00.000Z',
    actor: null,
    token: null,
    request_id: null,
    kind: 'books',
    record: { id: 99, name: 'Lost' },
    version: 1,
    action: 'deleted',
    cause_id: null,
    undoes_id: null,
    undone_by: null,
    fields: [],
    hash: '',
  };
  expectError(404);
  fake.failNext({ path: '/books/99/content', status: 404 });
  fake.respondNext({ path: '/books/99/history' }, { success: true, data: { items: [entry], total: 1 } });
  const screens = (
    <Routes>
      <Route path="/books/:id/content" element={<ContentEditorScreen />} />
    </Routes>
  );
  renderScreen(screens, { route: '/books/99/content', fake });
  await screen.findByText('“Lost” was deleted');
  screen.getByRole('button', { name: 'Restore' });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
