import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { EntryList } from './audit-log-entries.tsx';

const entry: AuditLogEntry = {
  id: 41,
  at: '2026-05-04T09:30:00.000Z',
  actor: { id: 7, name: 'Ayşe' },
  token: null,
  request_id: 'r-1',
  kind: 'books',
  record: { id: 3, name: 'The Tide Clerk' },
  version: 5,
  action: 'changed',
  cause_id: null,
  undoes_id: null,
  undone_by: null,
  fields: [{ field: 'description', type: 'value' }],
  hash: 'a'.repeat(64),
};
const counts = { came: 0, went: 0, moved: 0, changed: 0 };

it.each<[string, Pick<AuditLogEntry, 'action' | 'fields'>]>([
  ['with changed fields', { action: 'changed', fields: entry.fields }],
  ['without changed fields, as after an import', { action: 'changed', fields: [] }],
  ['with an unchanged list', { action: 'changed', fields: [{ field: 'chapters', type: 'list', counts }] }],
  ['of a new record', { action: 'created', fields: [] }],
])('names the record of an entry once: %s', async (_, changes) => {
  renderScreen(<EntryList entries={[{ ...entry, ...changes }]} showsRecord />);
  const item = await screen.findByRole('listitem');
  expect(item.textContent.match(/The Tide Clerk/g)).toHaveLength(1);
  expect(item.textContent).toMatch(/ · Book$/);
});
