import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { expectError } from '#web/testing/console-guard.ts';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ContentEditorScreen } from './content-editor-screen.tsx';

it('offers to restore a deleted book instead of a retry', async () => {
  const fake = createFakeApi();
  const entry: AuditLogEntry = {
    ...exampleEntry,
    kind: 'books',
    record: { id: 99, name: 'Lost' },
    action: 'deleted',
    fields: [],
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
