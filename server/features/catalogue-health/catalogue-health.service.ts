import {
  type HealthCheck,
  type IssueSubject,
  type Severity,
  healthCheckNames,
  healthChecks,
} from '#contract/catalogue-health/health-checks';
import {
  type Dismissal,
  type DismissalEnd,
  type HealthReport,
  type HealthIssue,
  type IssuesFilter,
  type IssuesQuery,
} from '#contract/catalogue-health/catalogue-health';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { Permission } from '#contract/core/permissions';
import { recordTypes } from '#contract/core/record-types';
import { foldText } from '#contract/core/slug';
import type { SessionUser } from '#server/core/auth/sessions';
import { batches } from '#server/core/db/batches';
import { isFound, searchKeyOf } from '#server/core/db/folding';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { editConflict, forbidden, notFound } from '#server/core/errors';
import { mediaUrl } from '#server/core/media/media-url';
import { inOrderOf } from '#server/core/resource/in-order-of';
import type { Projection } from './projection/projection.ts';
import { dismissedBooks, foundBooks } from './books-with-issues.ts';
import { createRecordsWithIssues, isRecordCheck } from './records-with-issues.ts';
import type { IssuesById, RecordCheck } from './record-checks.ts';
import { bookDetails, shownRecords } from './presented-records.ts';

/** Returns the permission to dismiss an issue: that to edit the record. Authors belong to books. */
const permissionFor = (kind: IssueSubject): Permission => `${kind === 'authors' ? 'books' : kind}:edit`;

type Authorize = (trx: Transaction<Schema>) => Promise<SessionUser>;

/** Lists, dismisses and reopens the issues of all checks. */
export function createCatalogueHealth(database: Database, projection: Projection) {
  const { kysely } = database;
  const readParsed = createRecordsWithIssues(database);

  async function dismissalsOf(rule: HealthCheck, ids: readonly number[]) {
    const dismissals = new Map<number, { version: number; reason: string; at: string; by: string }>();
    for (const batch of batches(ids)) {
      const rows = await kysely
        .selectFrom('dismissals')
        .leftJoin('users', 'users.id', 'dismissals.user_id')
        .select([
          'dismissals.record_id',
          'dismissals.version',
          'dismissals.reason',
          'dismissals.created_at',
          'users.name',
        ])
        .where('rule', '=', rule)
        .where('record_id', 'in', batch)
        .execute();
      for (const { record_id, version, reason, created_at, name } of rows)
        dismissals.set(record_id, { version, reason, at: created_at, by: name ?? '' });
    }
    return dismissals;
  }

  async function present(rule: HealthCheck, ids: readonly number[]): Promise<HealthIssue[]> {
    const kind = healthChecks[rule].kind;
    const details: ReadonlyMap<number, string> = isRecordCheck(rule)
      ? await (await readParsed())(rule)
      : await bookDetails(kysely, rule, ids);
    const dismissals = await dismissalsOf(rule, ids);
    const records = inOrderOf(ids, await shownRecords(kysely, kind, ids));
    return records.map(({ thumbnail_key, ...record }) => {
      const dismissal = dismissals.get(record.id);
      return {
        ...record,
        rule,
        kind,
        thumbnail_url: mediaUrl(thumbnail_key),
        detail: details.get(record.id) ?? '',
        dismissal:
          dismissal?.version === record.version
            ? { reason: dismissal.reason, at: dismissal.at, by: dismissal.by }
            : null,
      };
    });
  }

  /** Returns the dismissed records among the issues, as long as their versions are the dismissed ones. */
  async function dismissedBooksIn(
    rules: readonly RecordCheck[],
    foundBy: (rule: RecordCheck) => Promise<IssuesById>,
  ): Promise<ReadonlyMap<HealthCheck, ReadonlySet<number>>> {
    const rows = await kysely
      .selectFrom('dismissals')
      .select(['rule', 'record_id as id', 'version'])
      .where('rule', 'in', rules)
      .execute();
    const dismissedIds = new Map<HealthCheck, ReadonlySet<number>>();
    for (const rule of rules) {
      const reasons = await foundBy(rule);
      const versions = new Map(
        rows
          .filter((row) => row.rule === rule && reasons.has(row.id))
          .map(({ id, version }) => [id, version]),
      );
      const records = await shownRecords(kysely, healthChecks[rule].kind, [...versions.keys()]);
      const same = records.filter(({ id, version }) => versions.get(id) === version);
      dismissedIds.set(rule, new Set(same.map(({ id }) => id)));
    }
    return dismissedIds;
  }

  /** Returns the records with an issue, open or dismissed, the newest first. */
  async function recordIds(rule: RecordCheck, filter: Omit<IssuesFilter, 'rule'>): Promise<number[]> {
    const foundBy = await readParsed();
    const dismissedOfCheck = (await dismissedBooksIn([rule], foundBy)).get(rule);
    const ids = [...(await foundBy(rule)).keys()]
      .filter((id) => (dismissedOfCheck?.has(id) ?? false) === (filter.dismissed === true))
      .toSorted((a, b) => b - a);
    const foldedSearch = foldText(filter.search);
    if (foldedSearch === '') return ids;
    const records = inOrderOf(ids, await shownRecords(kysely, healthChecks[rule].kind, ids));
    return records
      .filter(({ name, code }) => isFound(searchKeyOf(name, code), foldedSearch))
      .map(({ id }) => id);
  }

  async function idsOf(
    { rule, ...filter }: IssuesFilter,
    page?: { readonly limit: number; readonly offset: number },
  ): Promise<{ ids: number[]; total: number }> {
    if (!isRecordCheck(rule)) return foundBooks(database, { ...filter, rule }, page);
    const ids = await recordIds(rule, filter);
    const { offset, limit } = page ?? { offset: 0, limit: ids.length };
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }

  async function readReport(remainingLimit: number): Promise<HealthReport> {
    const counts = await kysely
      .selectFrom('issue_counts')
      .select((eb) => ['rule', eb.fn.sum<number>('found').as('found')])
      .groupBy('rule')
      .execute();
    const countsByRule = new Map<string, number>(counts.map(({ rule, found: count }) => [rule, count]));
    const dismissedCounts = await dismissedBooks(kysely);
    const foundBy = await readParsed();
    const dismissedIds = await dismissedBooksIn(healthCheckNames.filter(isRecordCheck), foundBy);
    const rules: HealthReport['rules'] = [];
    for (const rule of healthCheckNames) {
      const all = isRecordCheck(rule) ? (await foundBy(rule)).size : (countsByRule.get(rule) ?? 0);
      const own = isRecordCheck(rule)
        ? (dismissedIds.get(rule)?.size ?? 0)
        : (dismissedCounts.get(rule) ?? 0);
      rules.push({ rule, kind: healthChecks[rule].kind, count: all - own, dismissed: own });
    }
    return { remaining: remainingLimit, rules };
  }

  return {
    report: async (): Promise<HealthReport> => readReport(await projection.refresh()),

    /** Counts open issues. Checks of books that changed in one large change may follow later. */
    async countBySeverity(): Promise<Record<Severity, number>> {
      const { rules } = await readReport(await projection.refresh(1));
      const counts = { error: 0, warning: 0, suggestion: 0 };
      for (const { rule, count } of rules) counts[healthChecks[rule].severity] += count;
      return counts;
    },

    async issues(query: IssuesQuery): Promise<{ items: HealthIssue[]; total: number }> {
      await projection.refresh();
      const { page, items_per_page: limit, ...filter } = query;
      const { ids, total } = await idsOf(filter, { limit, offset: (page - 1) * limit });
      return { items: await present(query.rule, ids), total };
    },

    /** Yields all issues, in pages. */
    async *all(filter: IssuesFilter): AsyncGenerator<HealthIssue[]> {
      await projection.refresh();
      const { ids } = await idsOf(filter);
      for (const batch of batches(ids)) yield present(filter.rule, batch);
    },

    /** @throws AppError 403 without permission to edit the record, 404, 409 for another version of the record */
    async dismiss({ rule, id, reason, version }: Dismissal, authorize: Authorize): Promise<void> {
      const kind = healthChecks[rule].kind;
      await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        if (!user.permissions.has(permissionFor(kind))) throw forbidden();
        const [record] = await shownRecords(trx, kind, [id]);
        if (!record) throw notFound(recordTypes[kind].singular);
        if (version !== undefined && version !== record.version)
          throw editConflict(recordTypes[kind].singular);
        const row = {
          version: record.version,
          reason,
          user_id: user.id,
          created_at: new Date().toISOString(),
        };
        await trx
          .insertInto('dismissals')
          .values({ ...row, rule, record_id: id })
          .onConflict((clash) => clash.columns(['rule', 'record_id']).doUpdateSet(row))
          .execute();
      });
    },

    /** @throws AppError 403 without permission to edit the record */
    async reopen({ rule, id }: DismissalEnd, authorize: Authorize): Promise<void> {
      await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        if (!user.permissions.has(permissionFor(healthChecks[rule].kind))) throw forbidden();
        await trx.deleteFrom('dismissals').where('rule', '=', rule).where('record_id', '=', id).execute();
      });
    },
  };
}

export type CatalogueHealth = ReturnType<typeof createCatalogueHealth>;
