import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declaredSettings, settingKeys } from '#contract/settings/declared';
import { packageRoot } from '#server/core/package-root';
import { ConfigError, readConfig } from './config.ts';

test('the defaults need no environment variables', () => {
  const config = readConfig({ DATA_DIR: '/srv/lectern' });
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: 'file:/srv/lectern/catalogue.db',
    blobStoreUrl: 'file:/srv/lectern/blobs',
    adminEmail: 'admin@lectern.local',
    adminPassword: undefined,
    demo: false,
    fixedSettings: {},
    maxImageBytes: 10_485_760,
    maxAudioBytes: 2_147_483_648,
    trustProxy: false,
    logLevel: 'info',
  });
});

test('settings from the environment are returned as fixed settings', () => {
  const config = readConfig({ PRODUCT_NAME: ' Ses ', SESSION_HOURS: '4', PUBLIC_URL: 'https://ses.example' });
  expect(config.fixedSettings).toEqual({
    product_name: 'Ses',
    session_hours: 4,
    public_url: 'https://ses.example',
  });
});

test.each([
  ['1', 1],
  ['true', true],
  ['2', 2],
  ['off', false],
  ['10.0.0.0/8', '10.0.0.0/8'],
])('TRUST_PROXY=%s', (value, expected) =>
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected),
);

const s3 = 's3://bucket?endpoint=http://store:9000';

test.each([
  [{ MEDIA_OFFLOAD: 'x-accel:/stored/files' }, { kind: 'x-accel', prefix: '/stored/files' }],
  [{ MEDIA_OFFLOAD: 'presigned', BLOB_STORE_URL: s3 }, { kind: 'presigned' }],
  [{}, undefined],
])('%j', (env, expected) => expect(readConfig(env).mediaOffload).toEqual(expected));

test.each([
  { MEDIA_OFFLOAD: 'nginx' },
  { MEDIA_OFFLOAD: 'x-accel:' },
  { MEDIA_OFFLOAD: 'x-accel:stored' },
  { MEDIA_OFFLOAD: 'x-accel:/stored/' },
  { MEDIA_OFFLOAD: 'x-accel:/a b' },
  { MEDIA_OFFLOAD: 'presigned' },
  { MEDIA_OFFLOAD: 'x-accel:/stored', BLOB_STORE_URL: s3 },
  { MEDIA_BASE_URL: '//media.example.org' },
])('rejects %j as a media offload', (env) => expect(() => readConfig(env)).toThrow(/^MEDIA_/));

test('removes the trailing slash of a CDN address', () => {
  const env = { MEDIA_BASE_URL: 'https://media.example.org/lectern/' };
  expect(readConfig(env).mediaBaseUrl).toBe('https://media.example.org/lectern');
});

test.each(['admin', 'admin@localhost', 'a b@example.org'])(
  'rejects %s as the address of the primary administrator',
  (address) => {
    expect(() => readConfig({ ADMIN_EMAIL: address })).toThrow('ADMIN_EMAIL');
  },
);

test('reads the backup passphrase from a variable or the first line of a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-config-')), 'passphrase');
  const read = (env: Record<string, string>) => readConfig(env).backupPassphrase;
  expect(read({})).toBeUndefined();
  expect(read({ BACKUP_PASSPHRASE: ' two words ' })).toBe(' two words ');
  writeFileSync(file, 'first line\r\nsecond line');
  expect(read({ BACKUP_PASSPHRASE_FILE: file })).toBe('first line');
  expect(() => read({ BACKUP_PASSPHRASE_FILE: file, BACKUP_PASSPHRASE: 'x' })).toThrow('can’t both be set');
  writeFileSync(file, '\nsecond line');
  expect(() => read({ BACKUP_PASSPHRASE_FILE: file })).toThrow('must be a readable file');
  rmSync(file);
  expect(() => read({ BACKUP_PASSPHRASE_FILE: file })).toThrow('must be a readable file');
});

test('takes a read replica only with PostgreSQL', () => {
  const DATABASE_READ_URL = 'postgres://replica/x';
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', DATABASE_READ_URL }).databaseReadUrl).toBe(
    DATABASE_READ_URL,
  );
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow(
    'requires DATABASE_URL to be a PostgreSQL database',
  );
});

test('reports all errors at once, without secrets', () => {
  const faulty = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    DATABASE_READ_URL: 'mysql://root:hunter2@replica/x',
    BLOB_STORE_URL: 'ftp://files',
    ADMIN_EMAIL: 'admin',
    DEMO: 'perhaps',
    MAX_IMAGE_BYTES: '-1',
    DOCS_URL: 'javascript:alert(1)',
    SESSION_HOURS: '0',
    SMTP_URL: 'http://user:hunter2@mail',
    MAIL_FROM: 'nobody',
    LOG_LEVEL: 'loud',
    ALIGN_MODELS: '/none/here',
  };
  let caughtError: unknown;
  try {
    readConfig(faulty);
  } catch (error) {
    caughtError = error;
  }
  expect(caughtError).toBeInstanceOf(ConfigError);
  const { message } = caughtError as ConfigError;
  for (const name of Object.keys(faulty)) expect(message).toContain(name);
  expect(message).not.toContain('hunter2');
});

test('.env.example and docs/operations.md contain every variable and its default', () => {
  const variables = new Set<string>();
  const defaults = readConfig(
    new Proxy<Record<string, string>>({}, { get: (_, name) => void variables.add(String(name)) }),
  );
  const example = readFileSync(join(packageRoot, '.env.example'), 'utf8');
  const [settings = ''] = example.split('# Read by compose.yaml only');
  const pairs = [...settings.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const forStores = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  expect(new Set(pairs.map(([name]) => name))).toEqual(new Set([...variables, ...forStores]));
  const { fixedSettings, ...others } = readConfig(Object.fromEntries(pairs) as Record<string, string>);
  expect({ ...others, fixedSettings: {} }).toEqual(defaults);
  // The default provider name is the product name.
  const expected = { ...defaults.settingDefaults, provider_name: 'Lectern' };
  const initial = settingKeys.map((key) => [key, declaredSettings[key].initial]);
  expect({ ...Object.fromEntries(initial), ...expected }).toMatchObject(fixedSettings);

  const handbook = readFileSync(join(packageRoot, 'docs', 'operations.md'), 'utf8');
  const [, table = ''] = handbook.split('## Configure the server');
  expect([...variables].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
