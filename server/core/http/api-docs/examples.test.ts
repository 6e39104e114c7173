import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { makeEpub } from '#server/testing/epub-files';
import { readCurl } from '#server/testing/read-curl';
import { startExampleProvider } from '#server/testing/example-provider';
import { addExampleBackup } from '#server/testing/example-backup';
import { addExampleUsers } from '#server/testing/example-users';
import { codeOf, stepAt } from '#server/core/auth/totp';
import type { NewPasskey } from '#contract/auth/passkeys';
import { createAuthenticator } from '#server/testing/authenticator';
import { makeImage, readFixture } from '#server/testing/media-files';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { contextWith } from '#server/testing/factories';
import {
  exampleCalls,
  exampleChapters,
  exampleJob,
  exampleAudio,
  exampleUpload,
  placeholders,
} from './examples.ts';
import { type OpenApiDocument, operationsOf } from './openapi.ts';
import { callAddressOf, toCurl } from './snippets.ts';

const password = 'correct horse battery staple';
let api: Awaited<ReturnType<typeof openSqliteApp>>;
let document: OpenApiDocument;
let cover: Buffer;
let link: string;
const provider = await startExampleProvider();

beforeAll(async () => {
  const { oidcProviders } = provider;
  api = await openSqliteApp({ adminEmail: placeholders.email, oidcProviders });
  document = await api.readReference();
  cover = await makeImage('png', { width: 100, height: 150 });
  await api.accounts.add({
    email: placeholders.email,
    name: 'Ada Admin',
    password,
    permissions: allPermissions,
  });
  ({ link } = await addExampleUsers(api, { email: placeholders.email, password }));
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

/** Replaces values that differ between machines. */
const replaceSystemValues = (text: string): string =>
  text
    .replace(/(?<="runtime":"Node\.js )[\d.]+/, '24.21.0')
    .replace(/(?<="description":"SQLite )[\d.]+/, '3.54.1')
    .replaceAll(/(?<="bytes":)\d+/g, '1474560')
    .replace(/(?<="free":)\d+/, '79564554240')
    .replace(/(?<="total":)\d+/, '270582939648')
    .replace(
      /(?<="background_work":)\[[^\]]*\]/,
      '[{"name":"Reports","is_running":true,"worked_ms":12400,"waited_ms":81600}]',
    )
    .replace(/"packages":\[[^\]]*\]/, '"packages":[{"name":"zod","version":"4.6.7","licence":"MIT"}]');

/** Replaces values that differ between runs with the values that the reference shows. */
function replaceChangingValues(responseText: string): string {
  const text = responseText.includes('"runtime":"Node.js') ? replaceSystemValues(responseText) : responseText;
  const files = new Map<string, string>();
  return (
    text
      .replaceAll(/"[0-9a-f]{32}"/g, `"${placeholders.upload}"`)
      .replaceAll(/"access_token":"[^"]+"/g, `"access_token":"${placeholders.token}"`)
      // The last activity is stored in the background.
      .replace(/("account": ?\{"id":1,.*?"last_seen_at":)null/, '$1"2026-01-15T09:30:00.000Z"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"2026-01-15T09:30:00.000Z"')
      .replaceAll(/"token":"lct_[^"]+"/g, `"token":"lct_${placeholders.token}"`)
      .replaceAll(/"prefix":"lct_[^"]+"/g, `"prefix":"lct_${placeholders.token.slice(0, 4)}"`)
      .replaceAll(/[0-9a-f]{40}(?=\.mp3)/g, '52ef6034c0c81120256c276103468fc0c2dad371')
      .replaceAll(/"id":"[\w-]{43}"/g, `"id":"${placeholders.passkey}"`)
      .replaceAll(/"challenge":"[\w-]{43}"/g, `"challenge":"${placeholders.challenge}"`)
      .replaceAll(/(?<=secret(=|":"))[A-Z2-7]{32}/g, placeholders.totpSecret)
      .replaceAll(
        /(?<="url":")http:\/\/localhost:\d+\/auth[^"]*/g,
        'https://id.example.org/auth?client_id=lectern',
      )
      .replaceAll(/"(\w{4}-){5}\w{4}"/g, `"${placeholders.recoveryCode}"`)
      // Background checks find issues while the examples run.
      .replace(
        /(?<="health":\{"errors":)\d+,"warnings":\d+,"suggestions":\d+/,
        '2,"warnings":8,"suggestions":5',
      )
      .replaceAll(/"request_id":"[^"]+"/g, '"request_id":"0197a3c4-5d6e-4f70-8192-a3b4c5d6e7f8"')
      .replaceAll(/"hash":"[0-9a-f]{64}"/g, `"hash":"${'0f1e2d3c4b5a6978'.repeat(4)}"`)
      .replaceAll(/(?<=calendar\/)[\w-]{43}/g, placeholders.calendar)
      .replaceAll(/(?<=preview)#[\w-]{43}"/g, `#${placeholders.previewLink}"`)
      .replaceAll(/#[\w-]{43}"/g, `#${placeholders.link}"`)
      .replaceAll(/(?<=\/media\/)[0-9a-z]+(?=\.)/g, (key) => {
        const placeholder =
          files.get(key) ??
          [placeholders.file.split('.')[0], 'b7e2d90c41f84c6f9a35e8d27c016b4a'][files.size] ??
          key;
        files.set(key, placeholder);
        return placeholder;
      })
  );
}

/**
 * Creates an authenticator app that returns a new code for each call. The examples request several codes within one minute, and each code
 * is valid once.
 */
function createApp() {
  let last = 0;
  let secret = '';
  return {
    setUp: (sharedSecret: string) => (secret = sharedSecret),
    nextCode(): string {
      last = Math.max(last + 1, stepAt(Date.now()) - 1);
      return secret === '' ? '' : codeOf(secret, last);
    },
  };
}

test('has one example for every operation', () => {
  const calls = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(exampleCalls.map(({ operationId }) => operationId).toSorted()).toEqual(calls.toSorted());
});

test('runs every example in order and returns the responses of the reference', {
  timeout: 120_000,
}, async () => {
  const responses: Record<string, unknown> = {};
  let token = '';
  let file = '';
  let upload = '';
  let deletedPath = '';
  /** The audit log entry of the last change of each type of record, and of the last change of all. */
  const entries = new Map<string, string>();
  const entryFor = (name: string) =>
    entries.get(name.replace('revert', 'update')) ?? entries.get('last') ?? '';
  let challenge = '';
  let previewLink = '';
  let calendar = '';
  let recoveryCode = '';
  let providerResponse = '';
  const app = createApp();
  const device = createAuthenticator({ host: 'localhost', origin: 'http://localhost' });
  let passkey: NewPasskey | undefined;
  for (const example of exampleCalls) {
    const operation = callAddressOf(document, example.operationId);
    if (example.operationId === 'completeSignIn') {
      const again = await api.call('POST', '/api/auth/login', {
        json: { email: placeholders.email, password },
      });
      challenge = again.body.data.second_step.challenge;
    }
    const wantsCode = JSON.stringify(example.body ?? {}).includes(placeholders.code);
    const command = toCurl(operation, example)
      .replaceAll(`Bearer ${placeholders.token}`, `Bearer ${token}`)
      .replaceAll(placeholders.password, password)
      .replaceAll(placeholders.link, link)
      .replaceAll(placeholders.previewLink, previewLink)
      .replaceAll(placeholders.calendar, calendar)
      .replaceAll(placeholders.file, file)
      .replaceAll(placeholders.upload, upload)
      .replaceAll(String(placeholders.entry), entryFor(example.operationId))
      .replaceAll(String(placeholders.deleted), deletedPath)
      .replaceAll(placeholders.challenge, challenge)
      .replaceAll(placeholders.providerResponse, providerResponse)
      .replaceAll(placeholders.passkey, passkey?.id ?? '')
      .replaceAll('CLIENT_DATA', passkey?.response.clientDataJSON ?? '')
      .replaceAll('ATTESTATION', passkey?.response.attestationObject ?? '')
      .replaceAll(placeholders.recoveryCode, recoveryCode)
      .replaceAll(placeholders.code, wantsCode ? app.nextCode() : '');
    const { method, url, options } = readCurl(command, (name) => ({ bytes: cover, name }));
    // Its counts are exact once all books are checked, which this request does.
    if (example.operationId === 'getOverview') await api.call('GET', '/api/reports/health', { token });
    // The background check may need time on a busy machine.
    const request = () => api.call(method, url, options);
    const response =
      example.operationId === 'checkReadiness'
        ? await vi.waitUntil(async () => (await request()).status === 200, { timeout: 60_000 }).then(request)
        : await request();
    expect([200, 201, 204, 206], `${example.operationId}: ${response.text}`).toContain(response.status);
    if (example.operationId === 'signIn') token = response.body.data.access_token;
    if (example.operationId === 'startPasskey') {
      ({ challenge } = response.body.data);
      passkey = device.make(response.body.data.options.challenge);
    }
    if (example.operationId.startsWith('startProvider')) {
      ({ challenge } = response.body.data);
      providerResponse = await provider.signIn(response.body.data.url);
    }
    if (example.operationId === 'startTotp') {
      ({ challenge } = response.body.data);
      app.setUp(response.body.data.secret);
    }
    recoveryCode = response.body?.data?.recovery_codes?.[0] ?? recoveryCode;
    if (example.operationId === 'getSystemReport') await addExampleBackup(api);
    if (example.operationId === 'createPreviewLink') previewLink = response.body.data.address.split('#')[1];
    if (example.operationId === 'createReleaseCalendar')
      calendar = response.body.data.address.match(/[\w-]{43}/)[0];
    if (example.operationId === 'createUpload') upload = response.body.data.id;
    if (example.operationId === 'createBook') {
      file = response.body.data.image_url.replace('/media/', '');
      await api.jobs.enqueue(exampleJob);
      await api.services.books.replaceChapters(response.body.data.id, exampleChapters, contextWith());
      await api.addReadImport('The Harbour.epub', await makeEpub({ title: 'The Harbour' }));
      await api.addUpload(exampleUpload, 1);
      await api.addUpload(exampleAudio, 1, await readFixture('tone.mp3'));
    }
    const entry = response.headers['x-audit-log-entry'];
    if (typeof entry === 'string' || typeof entry === 'number')
      for (const name of [example.operationId, 'last']) entries.set(name, String(entry));
    if (example.operationId === 'listTrash') deletedPath = String(response.body.data.items[0].id);
    if (example.operationId === 'startBulkChange') await api.runJob('bulk', response.body.data.id);
    if (example.operationId === 'applySpreadsheet') await api.runJob('spreadsheet', response.body.data.id);
    if (response.body !== null)
      responses[example.operationId] = JSON.parse(replaceChangingValues(response.text));
  }
  await expect(`${JSON.stringify(responses, null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'example-responses.json'),
  );
});
