import type { Kysely, Transaction } from 'kysely';
import { backupJobKind, restoreTestKind } from '#contract/backup/backup';
import type { SettingValues } from '#contract/settings/declared';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import type { JobQueue, NewJob } from '#server/core/jobs/job-queue';
import type { Settings } from '#server/core/settings/settings';
import { localDate, weekOf } from './retention.ts';
import { backupSubject } from './backup-subject.ts';

const DAY_MS = 86_400_000;
/** A lower priority than jobs that users start. */
const PRIORITY = 8;

export interface TimeOfDay {
  /** A time of day such as `02:00`. */
  readonly time: string;
  readonly timeZone: string;
}

const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const dayBefore = (date: string): string => shiftDate(date, -1);
const dayAfter = (date: string): string => shiftDate(date, 1);

/** Returns the offset of a time zone from UTC in milliseconds. */
function offsetAt(instant: Date, timeZone: string): number {
  // The Swedish locale formats dates as ISO 8601 with a space.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const [date = '', time = ''] = format.format(instant).split(' ');
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Returns the moment of a local time. A time that a clock change skips is one hour later. */
function momentOf(date: string, { time, timeZone }: TimeOfDay): Date {
  const asUtc = new Date(`${date}T${time}:00Z`);
  const guess = new Date(asUtc.getTime() - offsetAt(asUtc, timeZone));
  return new Date(asUtc.getTime() - offsetAt(guess, timeZone));
}

/** Returns the last moment with the local time, up to now. */
export function lastTimeOfDay(now: Date, timeOfDay: TimeOfDay): Date {
  const today = momentOf(localDate(now, timeOfDay.timeZone), timeOfDay);
  if (today <= now) return today;
  return momentOf(dayBefore(localDate(now, timeOfDay.timeZone)), timeOfDay);
}

/** Returns the first moment with the local time after now. */
export function nextTimeOfDay(now: Date, timeOfDay: TimeOfDay): Date {
  const today = momentOf(localDate(now, timeOfDay.timeZone), timeOfDay);
  if (today > now) return today;
  return momentOf(dayAfter(localDate(now, timeOfDay.timeZone)), timeOfDay);
}

const readSlot = async (db: Kysely<Schema>, key: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value;

/**
 * Reserves a slot of a schedule for one of several processes. The last slot is stored in `settings`.
 */
async function takeSlot(
  trx: Transaction<Schema>,
  key: string,
  slot: string,
): Promise<'first' | 'next' | 'taken'> {
  const changed_at = new Date().toISOString();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('settings')
    .values({ key, value: slot, changed_at, changed_by: null })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return 'first';
  const { numUpdatedRows } = await trx
    .updateTable('settings')
    .set({ value: slot, changed_at })
    .where('key', '=', key)
    .where('value', '<', slot)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'next' : 'taken';
}

/** Returns the time of the next nightly backup, or null if scheduled backups are turned off. */
export function nextBackup(settings: SettingValues, now = new Date()): string | null {
  const { backup_is_scheduled, backup_time: time, backup_time_zone: timeZone } = settings;
  return backup_is_scheduled ? nextTimeOfDay(now, { time, timeZone }).toISOString() : null;
}

interface Slot {
  /** The key of the row in `settings`. */
  readonly key: string;
  readonly slot: Date;
  /** True if the action runs for the first slot of an installation. Otherwise the slot is only stored. */
  readonly isFirstTaken?: boolean;
}

export interface ScheduleDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly settings: Pick<Settings, 'values'>;
  readonly now?: () => Date;
}

/** Starts a restore test of the newest backup, once a week. */
export async function startWeeklyTest(deps: ScheduleDeps): Promise<void> {
  const { database, jobs, settings, now = () => new Date() } = deps;
  const week = weekOf(localDate(now(), settings.values().backup_time_zone));
  const slot = new Date(`${week}T00:00:00Z`);
  const job: NewJob = {
    kind: restoreTestKind,
    subjectId: backupSubject,
    title: 'Restore test',
    priority: PRIORITY,
  };
  await onNewSlot(database, { key: 'restore_test_slot', slot, isFirstTaken: true }, (trx) =>
    jobs.enqueue(job, trx),
  );
}

/** Runs an action once for each slot, in the transaction that reserves the slot. */
async function onNewSlot(
  database: Database,
  { key, slot, isFirstTaken = false }: Slot,
  act: (trx: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  const value = JSON.stringify(slot.toISOString());
  // A read needs no write lock.
  const last = await readSlot(database.kysely, key);
  if (last !== undefined && last >= value) return;
  await inTransaction(database, async (trx) => {
    const result = await takeSlot(trx, key, value);
    if (result === 'next' || (result === 'first' && isFirstTaken)) await act(trx);
  });
}

/** Starts the nightly backup at its time, or at the next server start after that time. */
export async function startScheduledBackup({
  database,
  jobs,
  settings,
  now = () => new Date(),
}: ScheduleDeps): Promise<void> {
  const { backup_is_scheduled, backup_time, backup_time_zone } = settings.values();
  if (!backup_is_scheduled || database.writes.problem() !== undefined) return;
  const slot = lastTimeOfDay(now(), { time: backup_time, timeZone: backup_time_zone });
  await onNewSlot(database, { key: 'backup_slot', slot }, (trx) =>
    jobs.enqueue(
      {
        kind: backupJobKind,
        subjectId: backupSubject,
        title: 'Backup',
        payload: { isScheduled: true },
        priority: PRIORITY,
      },
      trx,
    ),
  );
}
