import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isEmail } from '#contract/auth/auth';
import { type SecretsKeys, readSecretsKey } from '#server/core/auth/secrets';
import { type ProviderConfig, readProviders } from '#server/core/auth/provider-config';
import { type SettingValues, declaredSettings, settingKeys } from '#contract/settings/declared';
import { packageRoot } from '#server/core/package-root';
import { type AlignModel, readModelFolder } from '#server/features/book-content/alignment/model-folder';
import { passphraseFileProblem, readPassphraseFile } from '#server/core/passphrase-file';

/** The server that sends a stored file after the permission check. */
export type MediaOffload =
  /** A front server that reads the folder. `X-Accel-Redirect` contains a path below `prefix`. */
  | { readonly kind: 'x-accel'; readonly prefix: string }
  /** The store, at a presigned URL that is valid for some time. */
  | { readonly kind: 'presigned' };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The URL of a PostgreSQL replica for reads that may be a second old. */
  readonly databaseReadUrl: string | undefined;
  readonly blobStoreUrl: string;
  /** The maximum time until the first response of a remote file storage, and between two chunks of a body. */
  readonly blobTimeoutMs: number;
  /** The backup destination: a folder, or a folder of a bucket. */
  readonly backupStoreUrl: string;
  /** The passphrase that encrypts new backups; undefined if they are not encrypted. */
  readonly backupPassphrase: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  /** True if the server also runs background jobs. */
  readonly jobs: boolean;
  /** Settings that the environment defines. Users cannot change them. */
  readonly fixedSettings: Partial<SettingValues>;
  /** Default values of settings that are read from package.json. */
  readonly settingDefaults: Partial<SettingValues>;
  readonly maxImageBytes: number;
  readonly maxAudioBytes: number;
  /** A program that decodes audio faster than the built-in decoders. Without a path, it is searched for in `PATH`. */
  readonly ffmpegPath: string | undefined;
  /** Models for the alignment of text and audio, by language. */
  readonly alignModels: readonly AlignModel[];
  /** The maximum total size of the unfinished and unused uploads of one account. */
  readonly uploadQuotaBytes: number;
  /** The points that each user has per process for costly requests. */
  readonly callPointsPerMinute: number;
  /** The days in which deleted records and replaced files can be restored. With 0, they are deleted at once. */
  readonly trashDays: number;
  /** The server that sends stored files instead of this process; undefined if disabled. */
  readonly mediaOffload: MediaOffload | undefined;
  /** The base URL of images and audio: a CDN that fetches from this server. */
  readonly mediaBaseUrl: string | undefined;
  readonly trustProxy: boolean | number | string;
  readonly logLevel: string;
  /** The mail server; undefined if no emails are sent. */
  readonly smtpUrl: string | undefined;
  /** The sender of emails. */
  readonly mailFrom: string;
  /** The keys for secrets in the database. Without a key, they are stored as plain text. */
  readonly secretsKeys: SecretsKeys;
  /** The sign-in providers (OpenID Connect). */
  readonly oidcProviders: readonly ProviderConfig[];
  /** True if users can sign in with a password or passkey; false if only with providers. */
  readonly passwordSignIn: boolean;
  /** The files with the signed checkpoints of the audit log and their key, outside the database. */
  readonly auditLogFiles: { readonly keyFile: string; readonly checkpointFile: string };
  /** The recipient of the daily checkpoint of the audit log. */
  readonly auditLogMailTo: string | undefined;
  /** The time for which a stopping server still serves new requests. */
  readonly stopGraceMs: number;
}

/** All errors of the environment, one message per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** A path at the front server, without a trailing slash. */
const ACCEL_PREFIX = /^(?:\/[\w.~-]+)+$/;

const MEBIBYTE = 1024 * 1024;
const postgresSchemes = ['postgres://', 'postgresql://'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function readOffload(text: string): MediaOffload | undefined {
  if (text === 'presigned') return { kind: 'presigned' };
  const prefix = text.startsWith('x-accel:') ? text.slice('x-accel:'.length) : '';
  return ACCEL_PREFIX.test(prefix) ? { kind: 'x-accel', prefix } : undefined;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface PackageFile {
  homepage?: string;
  bugs?: { url?: string };
}

/**
 * Reads the configuration from the environment. Blank values count as unset. Relative paths are resolved from the working directory.
 * @throws ConfigError with all errors at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const variableOf = (name: string): string | undefined => env[name]?.trim() || undefined;

  const wholeNumber = (
    name: string,
    { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
  ): number => {
    const value = variableOf(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    problems.push(`${name} must be a whole number from ${min} to ${max}, but is "${value}".`);
    return fallback;
  };

  const yesOrNo = (name: string, fallback: boolean): boolean => {
    const value = variableOf(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['1', 'true', 'yes', 'on'].includes(value)) return true;
    if (['0', 'false', 'no', 'off'].includes(value)) return false;
    problems.push(`${name} must be 1 or 0, but is "${value}".`);
    return fallback;
  };

  const settingsOfEnvironment = (): Partial<SettingValues> => {
    const entries = settingKeys.flatMap((key): [string, unknown][] => {
      const { variable, input } = declaredSettings[key] as (typeof declaredSettings)['docs_url'];
      const value = variable === undefined ? undefined : variableOf(variable);
      if (value === undefined) return [];
      const { data, error } = input.safeParse(value);
      if (error) problems.push(`${variable} ${lowerFirst(error.issues[0]?.message ?? 'is not valid')}.`);
      return [[key, data]];
    });
    return Object.fromEntries(entries);
  };

  const webAddress = (name: string): string | undefined => {
    const value = variableOf(name);
    if (value === undefined || (/^https?:\/\//i.test(value) && URL.canParse(value))) return value;
    problems.push(`${name} must be an http or https address.`);
    return undefined;
  };

  const store = (
    name: string,
    {
      fallback,
      schemes,
      forms,
    }: { readonly fallback: string; readonly schemes: readonly string[]; readonly forms: string },
  ): string => {
    const value = variableOf(name) ?? fallback;
    const scheme = schemes.find((candidate) => value.startsWith(candidate));
    const isFile = value.startsWith('file:') && value.length > 'file:'.length;
    if (isFile) return `file:${resolve(value.slice('file:'.length))}`;
    // The value can contain a password, so the message does not include it.
    if (!scheme || !URL.canParse(value)) problems.push(`${name} must be ${forms}.`);
    return value;
  };

  const dataDir = resolve(variableOf('DATA_DIR') ?? './data');
  const packageFile = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as PackageFile;

  const adminEmail = (variableOf('ADMIN_EMAIL') ?? 'admin@lectern.local').toLowerCase();
  if (!isEmail(adminEmail)) problems.push('ADMIN_EMAIL must be an email address.');

  const logLevel = variableOf('LOG_LEVEL')?.toLowerCase() ?? 'info';
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`);

  const proxy = variableOf('TRUST_PROXY');
  const trustProxy =
    proxy === undefined || /^(0|off|false|no)$/i.test(proxy)
      ? false
      : /^(on|true|yes)$/i.test(proxy)
        ? true
        : /^\d+$/.test(proxy)
          ? Number(proxy)
          : proxy;

  const blobStoreUrl = store('BLOB_STORE_URL', {
    fallback: `file:${join(dataDir, 'blobs')}`,
    schemes: ['s3://'],
    forms: 'file:PATH or s3://BUCKET?endpoint=ADDRESS&region=REGION',
  });

  const passphraseFile = variableOf('BACKUP_PASSPHRASE_FILE');
  const backupPassphrase =
    passphraseFile === undefined ? env['BACKUP_PASSPHRASE'] || undefined : readPassphraseFile(passphraseFile);
  if (passphraseFile !== undefined && backupPassphrase === undefined)
    problems.push(passphraseFileProblem('BACKUP_PASSPHRASE_FILE'));
  if (passphraseFile !== undefined && env['BACKUP_PASSPHRASE'])
    problems.push('BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE can’t both be set.');

  const offload = variableOf('MEDIA_OFFLOAD');
  const mediaOffload = offload === undefined ? undefined : readOffload(offload);
  if (offload !== undefined && !mediaOffload)
    problems.push('MEDIA_OFFLOAD must be x-accel:/PREFIX or presigned.');
  const isFolder = blobStoreUrl.startsWith('file:');
  if (mediaOffload?.kind === 'x-accel' && !isFolder)
    problems.push('MEDIA_OFFLOAD=x-accel:/PREFIX requires BLOB_STORE_URL to be a folder.');
  if (mediaOffload?.kind === 'presigned' && isFolder)
    problems.push('MEDIA_OFFLOAD=presigned requires BLOB_STORE_URL to be an S3 store.');

  const smtpUrl = variableOf('SMTP_URL');
  // The value can contain a password, so the message does not include it.
  if (smtpUrl !== undefined && !(/^smtps?:\/\//i.test(smtpUrl) && URL.canParse(smtpUrl)))
    problems.push('SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT.');
  const mailFrom = variableOf('MAIL_FROM') ?? adminEmail;
  if (!isEmail(mailFrom)) problems.push('MAIL_FROM must be an email address.');

  // The values are secrets, so the messages do not include them.
  const secretsKeysIn = (name: string): Buffer[] => {
    const texts = variableOf(name)?.split(',') ?? [];
    const keys = texts.flatMap((text) => readSecretsKey(text) ?? []);
    if (keys.length < texts.length)
      problems.push(
        `${name} must be 32 random bytes in base64 or hexadecimal digits, as openssl rand -base64 32 prints.`,
      );
    return keys;
  };
  const [secretsKey, ...furtherKeys] = secretsKeysIn('SECRETS_KEY');
  if (furtherKeys.length > 0)
    problems.push('SECRETS_KEY must be one key. SECRETS_KEY_PREVIOUS takes several.');

  const { providers: oidcProviders, problems: providerProblems } = readProviders(
    variableOf('OIDC_PROVIDERS'),
  );
  problems.push(...providerProblems);
  const passwordSignIn = yesOrNo('PASSWORD_SIGN_IN', true);
  if (!passwordSignIn && oidcProviders.length === 0 && providerProblems.length === 0)
    problems.push('PASSWORD_SIGN_IN=off requires a provider in OIDC_PROVIDERS.');
  const auditLogMailTo = variableOf('AUDIT_LOG_MAIL_TO');
  if (auditLogMailTo !== undefined && !isEmail(auditLogMailTo))
    problems.push('AUDIT_LOG_MAIL_TO must be an email address.');

  const { models: alignModels, problems: modelProblems } = readModelFolder(variableOf('ALIGN_MODELS'));
  problems.push(...modelProblems);

  const databaseUrl = store('DATABASE_URL', {
    fallback: `file:${join(dataDir, 'catalogue.db')}`,
    schemes: postgresSchemes,
    forms: 'file:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
  });
  const databaseReadUrl = variableOf('DATABASE_READ_URL');
  const isPostgres = (url: string) => postgresSchemes.some((scheme) => url.startsWith(scheme));
  // The value can contain a password, so the message does not include it.
  if (databaseReadUrl !== undefined && !(isPostgres(databaseReadUrl) && URL.canParse(databaseReadUrl)))
    problems.push('DATABASE_READ_URL must be postgres://USER:PASSWORD@HOST/DATABASE.');
  if (databaseReadUrl !== undefined && !isPostgres(databaseUrl))
    problems.push('DATABASE_READ_URL requires DATABASE_URL to be a PostgreSQL database.');

  const config: Config = {
    host: variableOf('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', { fallback: 8080, min: 0, max: 65_535 }),
    dataDir,
    databaseUrl,
    databaseReadUrl,
    blobStoreUrl,
    backupStoreUrl: store('BACKUP_STORE_URL', {
      fallback: `file:${join(dataDir, 'backups')}`,
      schemes: ['s3://'],
      forms: 'file:PATH or s3://BUCKET/FOLDER?endpoint=ADDRESS&region=REGION',
    }),
    backupPassphrase,
    blobTimeoutMs: wholeNumber('BLOB_TIMEOUT_MS', { fallback: 15_000, min: 100, max: 600_000 }),
    adminEmail,
    adminPassword: env['ADMIN_PASSWORD'] || undefined,
    demo: yesOrNo('DEMO', false),
    jobs: yesOrNo('JOBS', true),
    fixedSettings: settingsOfEnvironment(),
    settingDefaults: {
      docs_url: packageFile.homepage ?? '',
      support_url: packageFile.bugs?.url ?? '',
    },
    maxImageBytes: wholeNumber('MAX_IMAGE_BYTES', { fallback: 10 * MEBIBYTE, min: 1, max: 1024 * MEBIBYTE }),
    maxAudioBytes: wholeNumber('MAX_AUDIO_BYTES', {
      fallback: 2048 * MEBIBYTE,
      min: 1,
      max: 1024 * 1024 * MEBIBYTE,
    }),
    ffmpegPath: variableOf('FFMPEG_PATH'),
    alignModels,
    trashDays: wholeNumber('TRASH_DAYS', { fallback: 30, min: 0, max: 3_650 }),
    uploadQuotaBytes: wholeNumber('UPLOAD_QUOTA_BYTES', {
      fallback: 50 * 1024 * MEBIBYTE,
      min: 1,
      max: 1024 * 1024 * MEBIBYTE,
    }),
    callPointsPerMinute: wholeNumber('CALL_POINTS_PER_MINUTE', {
      fallback: 6_000,
      min: 100,
      max: 10_000_000,
    }),
    mediaOffload,
    mediaBaseUrl: webAddress('MEDIA_BASE_URL')?.replace(/\/+$/, ''),
    smtpUrl,
    mailFrom,
    secretsKeys: { current: secretsKey, previous: secretsKeysIn('SECRETS_KEY_PREVIOUS') },
    oidcProviders,
    passwordSignIn,
    auditLogFiles: {
      keyFile: resolve(variableOf('AUDIT_LOG_KEY_FILE') ?? join(dataDir, 'audit-log.key')),
      checkpointFile: join(dataDir, 'audit-log-checkpoints.jsonl'),
    },
    auditLogMailTo,
    trustProxy,
    logLevel,
    stopGraceMs: wholeNumber('STOP_GRACE_MS', { fallback: 2_000, min: 0, max: 8_000 }),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
