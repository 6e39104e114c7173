import { healthCheckNames, healthChecks } from '#contract/catalogue-health/health-checks';
import {
  type Analytics,
  type AnalyticsGroups,
  MAX_GROUPS,
  analyticsDimensions,
  lengthClasses,
} from '#contract/analytics/analytics';
import { type HealthReport, type HealthIssue } from '#contract/catalogue-health/catalogue-health';
import { addDays } from '#contract/analytics/periods';
import type { FakeApiRequest } from './fake-call.ts';
import type { FakeApi } from './fake-state.ts';

const period = {
  books: 0,
  seconds: 0,
  words: 0,
  with_cover: 0,
  with_audio: 0,
  with_text: 0,
  with_chapters: 0,
  added: 0,
  changed: 0,
  deleted: 0,
};

/** Returns the figures of an empty catalogue over three days. */
export function emptyAnalytics(): Analytics {
  const days = [0, 1, 2].map((day) => addDays('2026-01-10', day));
  return {
    from: '2026-01-10',
    to: '2026-01-12',
    interval: 'day',
    remaining: 0,
    periods: days.map((starts_on) => ({ starts_on, ...period })),
    matrix: [],
    lengths: [null, ...lengthClasses].map((from_minutes) => ({ from_minutes, books: 0 })),
    deliveries: days.map((starts_on) => ({ starts_on, calls: 0, unchanged: 0 })),
    delivered: [],
  };
}

export function fakeGroups({ reports }: FakeApi, { query }: FakeApiRequest): AnalyticsGroups {
  const by = analyticsDimensions.find((dimension) => dimension === query['by']) ?? 'author';
  const items = reports.groups[by] ?? [];
  return { by, remaining: 0, total: items.length, items: items.slice(0, MAX_GROUPS) };
}

export function fakeHealthReport({ reports }: FakeApi): HealthReport {
  const countOf = (rule: string, isDismissed: boolean) =>
    reports.issues.filter((issue) => issue.rule === rule && (issue.dismissal !== null) === isDismissed)
      .length;
  return {
    remaining: 0,
    rules: healthCheckNames.map((rule) => ({
      rule,
      kind: healthChecks[rule].kind,
      count: countOf(rule, false),
      dismissed: countOf(rule, true),
    })),
  };
}

export function fakeIssues({ reports }: FakeApi, { query }: FakeApiRequest) {
  const items = reports.issues.filter(
    ({ rule, dismissal }) => rule === query['rule'] && (dismissal !== null) === (query['dismissed'] === 1),
  );
  return { items, total: items.length, objects: { total: items.length } };
}

export function dismissFake({ reports }: FakeApi, { body }: FakeApiRequest): null {
  const index = reports.issues.findIndex(({ id, rule }) => id === body['id'] && rule === body['rule']);
  const issue: HealthIssue | undefined = reports.issues[index];
  if (issue)
    reports.issues[index] = {
      ...issue,
      dismissal: { reason: String(body['reason']), at: '2026-01-15T09:30:00.000Z', by: 'Ada' },
    };
  return null;
}
