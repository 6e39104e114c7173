import type { AuditLogEntry } from '#contract/audit-log/audit-log';

/** An entry of the audit log: a changed collection. */
export const exampleEntry: AuditLogEntry = {
  id: 41,
  at: '2026-05-04T09:30:00.000Z',
  actor: { id: 7, name: 'Ayşe' },
  token: null,
  request_id: 'r-1',
  kind: 'collections',
  record: { id: 3, name: 'Shelf' },
  version: 5,
  action: 'changed',
  cause_id: null,
  undoes_id: null,
  undone_by: null,
  fields: [{ field: 'description', type: 'value' }],
  hash: 'a'.repeat(64),
};
