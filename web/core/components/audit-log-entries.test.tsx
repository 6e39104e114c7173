import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { exampleEntry } from '#web/testing/audit-log-entry.ts';
import { EntryList } from './audit-log-entries.tsx';

const entry: AuditLogEntry = {
  ...exampleEntry,
  kind: 'books',
  record: { id: 3, name: 'The Tide Clerk' },
};
const counts = { added: 0, removed: 0, moved: 0, changed: 0 };

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
