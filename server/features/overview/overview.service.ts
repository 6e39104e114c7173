import type { Severity } from '#contract/catalogue-health/health-checks';
import { FAILED_JOB_DAYS, type Overview } from '#contract/overview/overview';
import type { SessionUser } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import { mayServeAll } from '#server/features/jobs/job-access';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface OverviewDeps {
  readonly database: Pick<Database, 'kysely'>;
  /** Returns the number of open issues per severity. */
  readonly countIssues: () => Promise<Readonly<Record<Severity, number>>>;
}

/** Counts the open work of a user. */
export function createOverview({ database: { kysely }, countIssues }: OverviewDeps) {
  let errorCounts: Promise<Readonly<Record<Severity, number>>> | undefined;

  /** Concurrent requests share one count, which is the same for all users. */
  function readIssues() {
    errorCounts ??= countIssues().finally(() => {
      errorCounts = undefined;
    });
    return errorCounts;
  }

  async function readImports({ permissions }: SessionUser): Promise<Overview['imports']> {
    if (!permissions.has('books:edit')) return null;
    const { needs_review, ready } = await kysely
      .selectFrom('imports')
      .select(({ fn, eb }) => [
        fn
          .countAll<number>()
          .filterWhere(eb.or([eb('state', '=', 'failed'), eb('warning_count', '>', 0)]))
          .as('needs_review'),
        fn
          .countAll<number>()
          .filterWhere(eb.and([eb('state', '=', 'ready'), eb('warning_count', '=', 0)]))
          .as('ready'),
      ])
      .where('state', 'in', ['ready', 'failed'])
      .executeTakeFirstOrThrow();
    return { needs_review, ready };
  }

  async function readFailedJobs(user: SessionUser, now: Date): Promise<number> {
    const since = new Date(now.getTime() - FAILED_JOB_DAYS * DAY_MS).toISOString();
    const failedJobs = kysely
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'failed')
      .where('changed_at', '>=', since);
    const query = mayServeAll(user) ? failedJobs : failedJobs.where('user_id', '=', user.id);
    return (await query.executeTakeFirstOrThrow()).count;
  }

  /** Returns the counts of the screens that the user can open. */
  return async function read(user: SessionUser, now = new Date()): Promise<Overview> {
    const [imports, issues, failed] = await Promise.all([
      readImports(user),
      readIssues(),
      readFailedJobs(user, now),
    ]);
    const { error: errors, warning: warnings, suggestion: suggestions } = issues;
    return { imports, health: { errors, warnings, suggestions }, jobs: { failed } };
  };
}
