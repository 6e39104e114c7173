import type { AuditLogChange } from '#contract/audit-log/audit-log';
import type { MobileHome } from '#contract/mobile-home/mobile-home';
import { mobileHomeEndpoint } from '#contract/mobile-home/mobile-home';
import { knownErrors } from '#contract/core/errors';
import type { ResourceName } from '#contract/core/permissions';
import type { ReleaseComment } from '#contract/releases/comments';
import {
  openStatuses,
  type Release,
  type ReleaseChange,
  type ReleaseStatus,
  releaseMessages,
} from '#contract/releases/releases';
import { releaseCalendarMessages } from '#contract/releases/release-calendar';
import type { FakeApiRequest } from './fake-call.ts';
import type { FakeItems } from './fake-records.ts';
import type { FakeApi, FakeRelease } from './fake-state.ts';

const fakeTime = '2030-01-01T10:00:00.000Z';

/** Adds a release to the fake server. */
export function addFakeRelease(fake: FakeApi, fields: Partial<Release> = {}): FakeRelease {
  const id = fields.id ?? fake.releases.length + 1;
  const fakeRelease: FakeRelease = {
    release: {
      id,
      name: `Release ${id}`,
      note: '',
      colour: 'blue',
      status: 'draft',
      time_zone: 'UTC',
      publish_at: null,
      ends_at: null,
      published_at: null,
      rolled_back_at: null,
      failure: null,
      owner: { id: 1, name: fake.user.name },
      change_count: 0,
      comment_count: 0,
      entry_id: null,
      version: 1,
      created_at: fakeTime,
      updated_at: fakeTime,
      ...fields,
    },
    changes: [],
    items: {},
    checks: { blockers: [], warnings: [] },
    comments: [],
    unchanged: [],
  };
  fake.releases.push(fakeRelease);
  return fakeRelease;
}

/** Returns a change of a release. */
export const fakeChange = (fields: Partial<ReleaseChange> = {}): ReleaseChange => ({
  id: 1,
  kind: 'collections',
  record: { id: 1, name: 'Sea stories' },
  action: 'changed',
  changes: [],
  user: { id: 1, name: 'Ada Editor' },
  updated_at: fakeTime,
  problem: null,
  ...fields,
});

/** Returns a changed text as the server compares it. */
export const textChange = (field: string, before: string, after: string): AuditLogChange => ({
  field,
  type: 'value',
  before,
  after,
});

/** Returns the records of a resource: live, or in the release of a request. */
export function itemsFor(fake: FakeApi, kind: ResourceName, release: unknown): FakeItems[ResourceName] {
  const storedRelease = fake.releases.find((candidate) => candidate.release.id === release);
  if (!storedRelease) return fake.items[kind];
  storedRelease.items[kind] ??= structuredClone(fake.items[kind]);
  return storedRelease.items[kind];
}

/** Records a write in the release of a request. */
export function recordFakeChange(
  fake: FakeApi,
  release: unknown,
  change: Pick<ReleaseChange, 'kind' | 'record' | 'action'>,
): void {
  const storedRelease = fake.releases.find((candidate) => candidate.release.id === release);
  if (!storedRelease) return;
  storedRelease.changes.push(fakeChange({ id: storedRelease.changes.length + 1, ...change }));
  storedRelease.release = { ...storedRelease.release, change_count: storedRelease.changes.length };
}

type Reject = (status: number, error: { readonly code: string; readonly message: string }) => never;

/** Returns a comment of the signed-in user. */
export const fakeComment = (fake: FakeApi, fields: Partial<ReleaseComment> = {}): ReleaseComment => ({
  id: 1,
  text: 'Looks good',
  mentions: fake.mentionableUsers,
  user: { id: fake.user.id ?? 0, name: fake.user.name },
  created_at: fakeTime,
  edited_at: null,
  version: 1,
  ...fields,
});

/** Lists, adds, changes or deletes the comments on a release. */
function respondComments(
  fake: FakeApi,
  fakeRelease: FakeRelease,
  { method, id, body }: Pick<FakeApiRequest, 'method' | 'body'> & { readonly id: number },
): unknown {
  const text = String(body['text']);
  if (method === 'GET') return { items: fakeRelease.comments, total: fakeRelease.comments.length };
  if (method === 'POST') {
    const newComment = fakeComment(fake, { id: fakeRelease.comments.length + 1, text });
    fakeRelease.comments.push(newComment);
    return newComment;
  }
  fakeRelease.comments = fakeRelease.comments.flatMap((comment) =>
    comment.id !== id
      ? comment
      : method === 'DELETE'
        ? []
        : { ...comment, text, edited_at: fakeTime, version: comment.version + 1 },
  );
  return fakeRelease.comments.find((comment) => comment.id === id) ?? null;
}

/** Returns the response to a request about releases; undefined for another one. */
export function respondReleases(
  fake: FakeApi,
  { method, path, query, body }: FakeApiRequest,
  reject: Reject,
): { readonly data: unknown; readonly message?: string } | undefined {
  if (path === mobileHomeEndpoint.path && method === 'GET') return { data: fake.home };
  const [, first, idText, action, changeText, resolves] = path.split('/');
  if (first !== 'releases') return undefined;
  if (idText === 'calendar') return respondCalendar(fake, method);
  if (idText === undefined) {
    if (method === 'GET') {
      const { status } = query;
      const matches = (release: Release) =>
        status === undefined ||
        (status === 'open' ? openStatuses.includes(release.status) : release.status === status);
      const items = fake.releases.map(({ release }) => release).filter(matches);
      return { data: { items, total: items.length } };
    }
    return { data: addFakeRelease(fake, body).release, message: releaseMessages.created };
  }
  if (idText === 'users')
    return { data: { items: fake.mentionableUsers, total: fake.mentionableUsers.length } };
  const storedRelease = fake.releases.find(({ release }) => release.id === Number(idText));
  if (!storedRelease)
    return reject(404, { code: 'releases.not_found', message: 'This release does not exist.' });
  const set = (fields: Partial<Release>, message: string) => {
    if (body['version'] !== storedRelease.release.version)
      reject(409, {
        code: 'releases.version_conflict',
        message: 'This release was changed by someone else.',
      });
    storedRelease.release = {
      ...storedRelease.release,
      ...fields,
      version: storedRelease.release.version + 1,
    };
    return { data: storedRelease.release, message };
  };
  const toStatus = (status: ReleaseStatus, message: string) => set({ status }, message);
  if (action === undefined) {
    if (method === 'PUT') return set(body, releaseMessages.updated);
    if (method === 'DELETE') fake.releases.splice(fake.releases.indexOf(storedRelease), 1);
    return { data: method === 'DELETE' ? null : storedRelease.release };
  }
  if (action === 'changes' && changeText === undefined)
    return { data: { items: storedRelease.changes, total: storedRelease.changes.length } };
  if (action === 'changes') {
    storedRelease.changes = storedRelease.changes.flatMap((change) =>
      change.id !== Number(changeText) ? change : resolves ? { ...change, problem: null } : [],
    );
    storedRelease.release = { ...storedRelease.release, change_count: storedRelease.changes.length };
    return { data: null };
  }
  if (action === 'comments')
    return { data: respondComments(fake, storedRelease, { method, id: Number(changeText), body }) };
  if (action === 'checks') return { data: storedRelease.checks };
  if (action === 'schedule') return set({ ...body, status: 'scheduled' }, releaseMessages.scheduled);
  if (action === 'unschedule') return set({ status: 'draft', publish_at: null }, releaseMessages.unscheduled);
  if (action === 'publish')
    return set({ status: 'published', published_at: fakeTime, entry_id: 77 }, releaseMessages.published);
  if (action === 'archive') return toStatus('archived', releaseMessages.archived);
  if (method === 'GET')
    return { data: { items: storedRelease.unchanged, total: storedRelease.unchanged.length } };
  if (storedRelease.unchanged.length > 0 && body['skip'] !== true)
    return reject(409, knownErrors.releaseKeeps(storedRelease.unchanged.length));
  return set({ status: 'rolled_back', rolled_back_at: fakeTime }, releaseMessages.rolledBack);
}

/** Returns the response to a request about the calendar address of the user. */
function respondCalendar(fake: FakeApi, method: string) {
  const calendar = fake.releaseCalendar;
  calendar.exists = method === 'POST' || (method === 'GET' && calendar.exists);
  if (method === 'DELETE') return { data: null, message: releaseCalendarMessages.revoked };
  if (method === 'GET') return { data: calendar.exists ? { created_at: fakeTime } : null };
  calendar.count += 1;
  const address = `https://books.example.org/api/releases/calendar/secret-${calendar.count}.ics`;
  return { data: { created_at: fakeTime, address }, message: releaseCalendarMessages.created };
}

/** Returns a home screen without blocks. */
export const fakeHome = (): MobileHome => ({
  id: 1,
  title: 'Home',
  service: 'main',
  updated_at: fakeTime,
  blocks: [],
});
