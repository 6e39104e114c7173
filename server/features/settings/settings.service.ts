import type { Kysely, Transaction } from 'kysely';
import { capitalise } from '#contract/core/capitalise';
import { formatBytes } from '#contract/core/format-bytes';
import { knownErrors } from '#contract/core/errors';
import {
  type SettingKey,
  type SettingSection,
  type SettingValues,
  declaredSettings,
  keysOfSection,
  settingSections,
} from '#contract/settings/declared';
import type { InputLanguage } from '#contract/settings/language-list';
import type { PageSettings } from '#contract/settings/page';
import type { SectionResponse, Setting, SettingsResponse } from '#contract/settings/settings';
import { allPermissions } from '#contract/core/permissions';
import type { Config } from '#server/app/config';
import type { AccountNotices } from '#server/core/auth/account-notices';
import { findAdministrators } from '#server/core/auth/administrators';
import { requireProof } from '#server/core/auth/access';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import { deleteFiles, insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { editConflict, fieldError, forbidden } from '#server/core/errors';
import type { JobQueue } from '#server/core/jobs/job-queue';
import type { FileStorage } from '#server/core/media/file-storage';
import { mediaUrl } from '#server/core/media/media-url';
import type { StagedFile } from '#server/core/media/staged-file';
import { withFiles } from '#server/core/resource/stored-files';
import {
  type SettingBounds,
  ceilingOf,
  defaultOf,
  effectiveValues,
  sourceOf,
} from '#server/core/settings/effective';
import { type StoredSettings, readStored, readVersions } from '#server/core/settings/rows';
import type { Settings } from '#server/core/settings/settings';
import { changeLanguages } from './change-languages.ts';
import { enqueueReadingTimes } from './reading-times.jobs.ts';

/** Changed settings of a section, and keys to reset to their defaults. */
export interface SettingsChange {
  readonly version?: number | undefined;
  readonly reset?: readonly string[] | undefined;
  readonly [key: string]: unknown;
}

interface CallContext {
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

interface SettingsDeps {
  readonly database: Database;
  readonly files: FileStorage;
  readonly settings: Settings;
  readonly bounds: SettingBounds & Pick<Config, 'adminEmail' | 'oidcProviders' | 'passwordSignIn'>;
  readonly notices: AccountNotices;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
}

const keyOfUrl = (url: string | null | undefined): string[] => (url ? [url.replace(/^\/media\//, '')] : []);

/** Reads and changes settings, for users with permission. */
export function createSettingsService({ database, files, settings, bounds, notices, jobs }: SettingsDeps) {
  const isFixed = (key: SettingKey): boolean => bounds.fixedSettings[key] !== undefined;

  function present(key: SettingKey, storedSettings: StoredSettings): Setting {
    const {
      unit = null,
      reason,
      variable = null,
    } = declaredSettings[key] as {
      readonly unit?: string;
      readonly reason: string;
      readonly variable?: string;
    };
    const value = bounds.fixedSettings[key] ?? storedSettings[key] ?? defaultOf(key, bounds);
    const ceiling = ceilingOf(key, bounds);
    return {
      value: ceiling === undefined ? value : Math.min(Number(value), ceiling),
      default: defaultOf(key, bounds),
      unit,
      reason,
      from: sourceOf(key, storedSettings, bounds),
      is_writable: !isFixed(key),
      variable,
    };
  }

  async function readAll(db: Kysely<Schema>): Promise<SettingsResponse> {
    const versions = await readVersions(db);
    const storedSettings = await readStored(db);
    const section = (name: SettingSection): [SettingSection, SectionResponse] => [
      name,
      {
        version: versions[name],
        settings: Object.fromEntries(keysOfSection(name).map((key) => [key, present(key, storedSettings)])),
      },
    ];
    return Object.fromEntries(settingSections.map(section)) as unknown as SettingsResponse;
  }

  /** Returns the validated value of a key. @throws AppError 409, 422 */
  async function checkedValue(
    trx: Transaction<Schema>,
    {
      key,
      value,
      before,
    }: { readonly key: SettingKey; readonly value: unknown; readonly before: SettingValues },
  ): Promise<unknown> {
    const ceiling = ceilingOf(key, bounds);
    if (ceiling !== undefined && Number(value) > ceiling)
      throw fieldError(key, knownErrors.aboveCeiling(formatBytes(ceiling)));
    if (key === 'languages') return changeLanguages(trx, before.languages, value as readonly InputLanguage[]);
    return value;
  }

  async function store(
    trx: Transaction<Schema>,
    changes: ReadonlyMap<SettingKey, unknown>,
    userId: number,
  ): Promise<void> {
    for (const [key, value] of changes) {
      await trx.deleteFrom('settings').where('key', '=', key).execute();
      if (value === undefined) continue;
      const row = {
        key,
        value: JSON.stringify(value),
        changed_at: new Date().toISOString(),
        changed_by: userId,
      };
      await trx.insertInto('settings').values(row).execute();
    }
  }

  /** Increases the version of a section under a lock, so that its changes are serial. @throws AppError 409 */
  async function increaseRevision(
    trx: Transaction<Schema>,
    section: SettingSection,
    expectedVersion: number | undefined,
  ) {
    const { version } = await trx
      .updateTable('setting_sections')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('section', '=', section)
      .returning('version')
      .executeTakeFirstOrThrow();
    if (expectedVersion !== undefined && expectedVersion !== version - 1) throw editConflict('setting');
  }

  /** Returns the keys that a change touches with their new values; undefined for the default. @throws AppError 422 */
  function touchSection(section: SettingSection, input: SettingsChange): Map<SettingKey, unknown> {
    const changes = new Map<SettingKey, unknown>();
    for (const key of keysOfSection(section)) {
      if (input.reset?.includes(key)) changes.set(key, undefined);
      else if (input[key] !== undefined) changes.set(key, input[key]);
    }
    for (const [key, value] of changes) {
      if (!isFixed(key)) continue;
      // A client that sends all displayed values does not change fixed settings.
      if (value !== undefined && value !== bounds.fixedSettings[key])
        throw fieldError(key, knownErrors.setByEnvironment(declaredSettings[key].label));
      changes.delete(key);
    }
    return changes;
  }

  async function notifyAdministrators(
    trx: Transaction<Schema>,
    address: string,
    by: SessionUser,
  ): Promise<void> {
    const users = await findAdministrators(trx, bounds.adminEmail);
    const value = address === '' ? 'reset to default' : `changed to ${address}`;
    await notices.notify(trx, users, `The address used in email links was ${value} by ${by.name}.`);
  }

  return {
    list: (): Promise<SettingsResponse> => readAll(database.kysely),

    /** Returns the settings that every page gets, from the cache. */
    page(): PageSettings {
      const values = settings.values();
      return {
        revision: settings.revision(),
        product_name: values.product_name,
        provider_name: values.provider_name,
        logo_url: values.logo,
        docs_url: values.docs_url,
        support_url: values.support_url,
        max_image_bytes: values.max_image_bytes,
        max_audio_bytes: values.max_audio_bytes,
        languages: [...values.languages],
        new_book_language: values.new_book_language,
        new_book_is_backup: values.new_book_is_backup,
        has_custom_fields: values.custom_fields.length > 0,
        sign_in_providers: bounds.oidcProviders.map(({ id, name }) => ({ id, name })),
        has_password_sign_in: bounds.passwordSignIn,
      };
    },

    /** @throws AppError 409 for another version, or a language with books; 413, 415, 422 */
    async change(
      section: SettingSection,
      {
        input,
        imageFile,
        context: { authorize, origin },
      }: {
        readonly input: SettingsChange;
        readonly imageFile: StagedFile | undefined;
        readonly context: CallContext;
      },
    ): Promise<SectionResponse> {
      const image = imageFile && (await files.storeImage(imageFile));
      // One size is enough for the places where the logo is shown.
      const rows = image?.rows.filter(({ key }) => key === image.image_key) ?? [];
      if (image) await files.remove([image.thumbnail_key]);
      const response = await withFiles(files, rows, () =>
        inTransaction(database, async (trx) => {
          await increaseRevision(trx, section, input.version);
          const user = await authorize(trx);
          const storedSettings = await readStored(trx);
          const before = effectiveValues(storedSettings, bounds);
          const changes = touchSection(section, input);
          const movesAddress = changes.has('public_url') && changes.get('public_url') !== before.public_url;
          if (movesAddress) requireAddressRights(user);
          if (image) changes.set('logo', mediaUrl(image.image_key));
          for (const [key, value] of changes) {
            if (value !== undefined) changes.set(key, await checkedValue(trx, { key, value, before }));
            else if (key === 'languages')
              await changeLanguages(trx, before.languages, declaredSettings.languages.initial);
          }
          await insertFiles(trx, rows);
          await store(trx, changes, user.id);
          const discardedKeys = changes.has('logo') ? keyOfUrl(storedSettings.logo) : [];
          await deleteFiles(trx, discardedKeys);
          const after = effectiveValues(await readStored(trx), bounds);
          requireOffered(after, changes);
          if (movesAddress) await notifyAdministrators(trx, after.public_url, user);
          await enqueueReadingTimes(jobs, trx, { before, after, userId: user.id });
          const labels = [...changes.keys()].map((key) => declaredSettings[key].label);
          const detail = `${capitalise(section.replace('_', '-'))}: ${labels.join(', ')}`;
          await recordSecurityEvent(trx, {
            kind: 'settings_changed',
            userId: null,
            actorId: user.id,
            origin,
            detail,
          });
          return { result: (await readAll(trx))[section], discarded: discardedKeys };
        }),
      );
      await settings.renew();
      return response;
    },
  };
}

/**
 * Password links start with the address. A user who sets it could redirect links and sign in as any user.
 * @throws AppError 403
 */
function requireAddressRights(user: SessionUser): void {
  if (!allPermissions.every((permission) => user.permissions.has(permission)))
    throw forbidden(knownErrors.addressNeedsAll);
  requireProof(user);
}

/** Checks that the language of new books is available. @throws AppError 422 */
function requireOffered(
  { languages, new_book_language }: SettingValues,
  changes: ReadonlyMap<string, unknown>,
): void {
  if (languages.some(({ code, is_offered }) => code === new_book_language && is_offered)) return;
  const key = changes.has('new_book_language') ? 'new_book_language' : 'languages';
  throw fieldError(key, knownErrors.notOffered);
}

export type SettingsService = ReturnType<typeof createSettingsService>;
