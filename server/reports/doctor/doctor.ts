import {
  type Dismissal,
  type DismissalEnd,
  type DoctorReport,
  type DoctorRule,
  doctorRuleNames,
  doctorRules,
  type Finding,
  type FindingKind,
  type FindingsFilter,
  type FindingsQuery,
} from '#contract/doctor';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/db/schema';
import type { Permission } from '#contract/permissions';
import { foldText } from '#contract/slug';
import type { SessionUser } from '#server/auth/sessions';
import { batches } from '#server/db/batches';
import { isFound, searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import { inTransaction } from '#server/db/transaction';
import { editConflict, forbidden, notFound } from '#server/errors';
import { mediaUrl } from '#server/media/media-url';
import { inOrderOf } from '#server/resources/in-order-of';
import type { Facts } from '../facts/facts.ts';
import { dismissedBooks, foundBooks } from './found-books.ts';
import { createFoundRecords, isRecordRule } from './found-records.ts';
import type { Found, RecordRule } from './record-rules.ts';
import { bookDetails, shownRecords } from './shown-records.ts';

const nouns: Readonly<Record<FindingKind, string>> = {
  books: 'book',
  authors: 'author',
  categories: 'category',
  'sub-categories': 'sub-category',
  collections: 'collection',
  'story-books': 'story book',
  challenges: 'challenge',
  'mobile-configs': 'mobile config',
};

/** Who may say that a finding is accepted: those who may edit the record. Authors are made by books. */
const permissionFor = (kind: FindingKind): Permission => `${kind === 'authors' ? 'books' : kind}:edit`;

type Authorize = (trx: Transaction<Schema>) => Promise<SessionUser>;

/** The rules of the catalogue doctor: what they find, and what of it people accept. */
export function createDoctor(database: Database, facts: Facts) {
  const { kysely } = database;
  const readFound = createFoundRecords(database);

  async function dismissalsOf(rule: DoctorRule, ids: readonly number[]) {
    const found = new Map<number, { version: number; reason: string; at: string; by: string }>();
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
        found.set(record_id, { version, reason, at: created_at, by: name ?? '' });
    }
    return found;
  }

  async function present(rule: DoctorRule, ids: readonly number[]): Promise<Finding[]> {
    const kind = doctorRules[rule];
    const details: ReadonlyMap<number, string> = isRecordRule(rule)
      ? await (await readFound())(rule)
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

  /** Those of the records that rules find which people accept, as they are now. */
  async function acceptedAmong(
    rules: readonly RecordRule[],
    foundBy: (rule: RecordRule) => Promise<Found>,
  ): Promise<ReadonlyMap<DoctorRule, ReadonlySet<number>>> {
    const rows = await kysely
      .selectFrom('dismissals')
      .select(['rule', 'record_id as id', 'version'])
      .where('rule', 'in', rules)
      .execute();
    const accepted = new Map<DoctorRule, ReadonlySet<number>>();
    for (const rule of rules) {
      const found = await foundBy(rule);
      const versions = new Map(
        rows.filter((row) => row.rule === rule && found.has(row.id)).map(({ id, version }) => [id, version]),
      );
      const records = await shownRecords(kysely, doctorRules[rule], [...versions.keys()]);
      const same = records.filter(({ id, version }) => versions.get(id) === version);
      accepted.set(rule, new Set(same.map(({ id }) => id)));
    }
    return accepted;
  }

  /** The records that a rule finds, open or dismissed, the newest first. */
  async function recordIds(rule: RecordRule, filter: Omit<FindingsFilter, 'rule'>): Promise<number[]> {
    const foundBy = await readFound();
    const accepted = (await acceptedAmong([rule], foundBy)).get(rule);
    const ids = [...(await foundBy(rule)).keys()]
      .filter((id) => (accepted?.has(id) ?? false) === (filter.dismissed === true))
      .toSorted((a, b) => b - a);
    const folded = foldText(filter.search);
    if (folded === '') return ids;
    const records = inOrderOf(ids, await shownRecords(kysely, doctorRules[rule], ids));
    return records.filter(({ name, code }) => isFound(searchKeyOf(name, code), folded)).map(({ id }) => id);
  }

  async function idsOf(
    { rule, ...filter }: FindingsFilter,
    page?: { readonly limit: number; readonly offset: number },
  ): Promise<{ ids: number[]; total: number }> {
    if (!isRecordRule(rule)) return foundBooks(database, { ...filter, rule }, page);
    const ids = await recordIds(rule, filter);
    const { offset, limit } = page ?? { offset: 0, limit: ids.length };
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  }

  return {
    async report(): Promise<DoctorReport> {
      const remaining = await facts.catchUp();
      const counts = await kysely
        .selectFrom('finding_counts')
        .select((eb) => ['rule', eb.fn.sum<number>('found').as('found')])
        .groupBy('rule')
        .execute();
      const found = new Map<string, number>(counts.map(({ rule, found: count }) => [rule, count]));
      const dismissed = await dismissedBooks(kysely);
      const foundBy = await readFound();
      const accepted = await acceptedAmong(doctorRuleNames.filter(isRecordRule), foundBy);
      const rules: DoctorReport['rules'] = [];
      for (const rule of doctorRuleNames) {
        const all = isRecordRule(rule) ? (await foundBy(rule)).size : (found.get(rule) ?? 0);
        const own = isRecordRule(rule) ? (accepted.get(rule)?.size ?? 0) : (dismissed.get(rule) ?? 0);
        rules.push({ rule, kind: doctorRules[rule], count: all - own, dismissed: own });
      }
      return { remaining, rules };
    },

    async findings(query: FindingsQuery): Promise<{ items: Finding[]; total: number }> {
      await facts.catchUp();
      const { page, items_per_page: limit, ...filter } = query;
      const { ids, total } = await idsOf(filter, { limit, offset: (page - 1) * limit });
      return { items: await present(query.rule, ids), total };
    },

    /** All of them, some at a time. */
    async *all(filter: FindingsFilter): AsyncGenerator<Finding[]> {
      await facts.catchUp();
      const { ids } = await idsOf(filter);
      for (const batch of batches(ids)) yield present(filter.rule, batch);
    },

    /** @throws AppError 403 for those who may not edit the record, 404, 409 when it is not the one that was looked at */
    async dismiss({ rule, id, reason, version }: Dismissal, authorize: Authorize): Promise<void> {
      const kind = doctorRules[rule];
      await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        if (!user.permissions.has(permissionFor(kind))) throw forbidden();
        const [record] = await shownRecords(trx, kind, [id]);
        if (!record) throw notFound(nouns[kind]);
        if (version !== undefined && version !== record.version) throw editConflict(nouns[kind]);
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

    /** @throws AppError 403 for those who may not edit the record */
    async reopen({ rule, id }: DismissalEnd, authorize: Authorize): Promise<void> {
      await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        if (!user.permissions.has(permissionFor(doctorRules[rule]))) throw forbidden();
        await trx.deleteFrom('dismissals').where('rule', '=', rule).where('record_id', '=', id).execute();
      });
    },
  };
}

export type Doctor = ReturnType<typeof createDoctor>;
