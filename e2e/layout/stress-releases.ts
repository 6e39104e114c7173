import { long, stressName, ten, unbreakable } from './stress-names.ts';

const statuses = ['draft', 'scheduled', 'failed'] as const;

const release = (index: number) => ({
  id: index + 1,
  name: stressName(index),
  note: long,
  colour: 'orange',
  status: statuses[index % statuses.length],
  time_zone: 'America/Argentina/ComodRivadavia',
  publish_at: index % 3 === 1 ? '2030-12-31T23:59:00.000Z' : null,
  ends_at: index % 3 === 1 ? '2031-12-31T23:59:00.000Z' : null,
  published_at: null,
  rolled_back_at: null,
  failure: index % 3 === 2 ? long : null,
  owner: { id: 1, name: stressName(index + 1) },
  change_count: 1_000,
  comment_count: 500,
  entry_id: null,
  version: 1,
  created_at: '2030-01-01T10:00:00.000Z',
  updated_at: '2030-01-01T10:00:00.000Z',
});

const kinds = ['books', 'collections', 'mobile-configs'] as const;
const actions = ['changed', 'created', 'deleted'] as const;

const change = (index: number) => ({
  id: index + 1,
  kind: kinds[index % kinds.length],
  record: { id: index + 1, name: stressName(index) },
  action: actions[index % actions.length],
  changes: [
    { field: 'title', type: 'value', before: stressName(index), after: unbreakable },
    { field: 'description', type: 'value', before: long, after: '' },
  ],
  user: { id: 1, name: stressName(index + 2) },
  updated_at: '2030-01-01T10:00:00.000Z',
  problem: index === 0 ? { kind: 'conflict', fields: ['title', 'description'], message: long } : null,
});

const comment = (index: number) => ({
  id: index + 1,
  text: `${long}\n${unbreakable} @{1} @{99}`,
  mentions: [{ id: 1, name: stressName(index + 1) }],
  user: index % 4 === 3 ? null : { id: 1, name: stressName(index) },
  created_at: '2030-01-01T10:00:00.000Z',
  edited_at: index % 2 === 0 ? '2030-12-31T10:00:00.000Z' : null,
  version: 1,
});

const issue = (index: number) => ({
  rule: 'block_empty',
  kind: 'mobile-configs',
  record: { id: index + 1, name: stressName(index) },
  message: long,
});

/** Releases with long names, many changes, a conflict and issues. */
export const stressReleases = {
  releases: { items: ten.map(release), total: ten.length },
  'releases/1': release(0),
  'releases/1/changes': { items: ten.map(change), total: ten.length },
  'releases/1/comments': { items: ten.map(comment), total: ten.length },
  'releases/1/checks': { blockers: ten.slice(0, 3).map(issue), warnings: ten.slice(0, 3).map(issue) },
} as const;
