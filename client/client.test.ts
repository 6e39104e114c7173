import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import {
  exampleCalls,
  exampleChapters,
  exampleJob,
  exampleAudio,
  exampleUpload,
  placeholders,
} from '#server/core/http/api-docs/examples';
import { callAddressOf, toTypeScript } from '#server/core/http/api-docs/snippets';
import { startExampleProvider } from '#server/testing/example-provider';
import { addExampleBackup } from '#server/testing/example-backup';
import { addExampleUsers } from '#server/testing/example-users';
import { makeEpub } from '#server/testing/epub-files';
import { makeImage, readFixture } from '#server/testing/media-files';
import { readCurl } from '#server/testing/read-curl';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { contextWith } from '#server/testing/factories';

const root = join(import.meta.dirname, '..');
const password = 'correct horse battery staple';
const programs = ['guides', 'until-book', 'after-book'] as const;
type Program = (typeof programs)[number];

type App = Awaited<ReturnType<typeof openSqliteApp>> & { readonly origin: string };

let folder: string;
/** The app for the guides. The guides and the examples each start with an empty catalogue. */
let guidedApp: App;
let startedApp: App;
const provider = await startExampleProvider();

const blocksOf = (language: string): string[] =>
  [...readFileSync(join(root, 'docs', 'api.md'), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, kind]) => kind === language)
    .map(([, , code = '']) => code);

async function tool(command: string, args: readonly string[], cwd = root, env = {}): Promise<string> {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`;
  const options = { cwd, env: { ...process.env, PATH: path, NODE_OPTIONS: '', ...env } };
  return (await promisify(execFile)(command, args, options)).stdout;
}

async function openApp(settings: Parameters<typeof openSqliteApp>[0] = {}): Promise<App> {
  const app = await openSqliteApp(settings);
  await app.accounts.add({
    email: placeholders.email,
    name: 'Ada Admin',
    password,
    permissions: allPermissions,
  });
  return { ...app, origin: await app.app.listen({ host: '127.0.0.1', port: 0 }) };
}

const run = (program: Program, token = '', file = '', link = '') =>
  tool('node', [join(folder, 'client', 'use', 'made', `${program}.js`)], join(folder, 'client', 'use'), {
    TOKEN: token,
    FILE: file,
    LINK: link,
  });

/**
 * Expected error messages by operation. No worker runs in this test, so neither the bulk change nor the spreadsheet has been
 * processed.
 */
const rejectedHere: Readonly<Record<string, string>> = {
  undoBulkChange: knownErrors.stillRunning.message,
  undoSpreadsheet: knownErrors.stillRunning.message,
};

/** Code that stores a part of a response for later examples, by operation. */
const inputsOfLaterCalls: Readonly<Record<string, string>> = {
  createUpload: `process.env['UPLOAD'] = response.headers.get('location')?.split('/').at(-1);`,
  createReleaseCalendar: `process.env['CALENDAR'] = data?.data.address.match(/[\\w-]{43}/)?.[0];`,
  createPreviewLink: `process.env['PREVIEW'] = data?.data.address.split('#')[1];`,
};

/** Returns a program with the examples of the API reference in order, each in its own block scope. */
async function examplesProgram(from: number, to: number): Promise<string> {
  const document = await startedApp.readReference();
  const calls = exampleCalls.slice(from, to).map((example) => {
    const code = toTypeScript(callAddressOf(document, example.operationId), example);
    const isUnknown = [placeholders.entry, placeholders.deleted].some((id) => code.includes(String(id)));
    const isOfDevice =
      /passkey|totp|secondfactor|secondstep|recovery|^unlinkProvider$/i.test(example.operationId) ||
      [
        placeholders.challenge,
        placeholders.code,
        placeholders.passkey,
        placeholders.providerResponse,
        placeholders.recoveryCode,
      ].some((value) => code.includes(value));
    const isExpected = isUnknown
      ? `!error.code?.endsWith('.not_found')`
      : `error.message !== ${JSON.stringify(rejectedHere[example.operationId] ?? '')}`;
    const check = code.includes('const response =')
      ? `if (!response.ok) throw new Error('${example.operationId}');`
      : isOfDevice
        ? '// Only an app, a passkey or a sign-in provider can respond.\nvoid error;'
        : `if (error && ${isExpected}) throw new Error(\`${example.operationId}: \${error.message}\`);`;
    const laterInput = inputsOfLaterCalls[example.operationId] ?? '';
    return `{\n${code}\n${check}\n${laterInput}\n}`;
  });
  return [
    `import { openAsBlob } from 'node:fs';`,
    `import { createClient } from 'lectern-client';`,
    `const client = createClient({ baseUrl: '${placeholders.origin}/api', token: process.env['TOKEN'] ?? '' });`,
    `void openAsBlob;`,
    ...calls,
  ].join('\n');
}

/** Code that the test appends to the guides. It checks that the retrying client waits and sends the request again. */
const waitingCode = `
let asked = 0;
globalThis.fetch = async () =>
  ++asked === 1 ? new Response(null, { status: 503, headers: { 'retry-after': '0' } }) : Response.json({});
await patientFetch(new Request('http://example.org'));
console.log(asked);
`;

beforeAll(async () => {
  const { oidcProviders } = provider;
  [guidedApp, startedApp] = await Promise.all([openApp(), openApp({ oidcProviders })]);
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'client-test-'));
  const [document, client] = [join(folder, 'document.json'), join(folder, 'client')];
  writeFileSync(document, JSON.stringify(await startedApp.readReference()));
  await tool('node', ['scripts/client.mjs', '--document', document, '--out', client]);

  const usePath = join(client, 'use');
  mkdirSync(usePath);
  const split = exampleCalls.findIndex(({ operationId }) => operationId === 'createBook') + 1;
  const sources: Readonly<Record<Program, string>> = {
    guides: blocksOf('ts').join('\n') + waitingCode,
    'until-book': await examplesProgram(0, split),
    'after-book': await examplesProgram(split, exampleCalls.length),
  };
  const apps = { guides: guidedApp, 'until-book': startedApp, 'after-book': startedApp };
  for (const name of programs) {
    const source = sources[name]
      .replaceAll(placeholders.origin, apps[name].origin)
      .replaceAll(placeholders.password, password)
      .replaceAll(`'${placeholders.link}'`, `process.env['LINK'] ?? ''`)
      .replaceAll(`'${placeholders.previewLink}'`, `process.env['PREVIEW'] ?? ''`)
      .replaceAll(`'${placeholders.calendar}'`, `process.env['CALENDAR'] ?? ''`)
      .replaceAll(`'${placeholders.file}'`, `process.env['FILE'] ?? ''`)
      .replaceAll(`/uploads/${placeholders.upload}'`, `/uploads/' + process.env['UPLOAD']`)
      .replaceAll(`'${placeholders.upload}'`, `process.env['UPLOAD'] ?? ''`)
      .replaceAll(`'Bearer ${placeholders.token}'`, "`Bearer ${process.env['TOKEN']}`")
      .replaceAll(`/media/${placeholders.file}'`, `/media/' + process.env['FILE']`);
    writeFileSync(join(usePath, `${name}.ts`), source);
  }
  writeFileSync(join(usePath, 'part-1'), 'the first bytes');
  writeFileSync(join(usePath, 'cover.png'), await makeImage('png', { width: 100, height: 150 }));
  const compilerOptions = {
    target: 'ES2024',
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    outDir: 'made',
    rootDir: '.',
  };
  writeFileSync(join(usePath, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await tool('tsc', ['-p', usePath]);
  await vi.waitUntil(async () => (await startedApp.app.inject('/api/health/ready')).statusCode === 200, {
    timeout: 60_000,
  });
}, 300_000);

afterAll(async () => {
  await Promise.all([guidedApp.close(), startedApp.close()]);
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

test('compiles and runs the guides with the documented output', { timeout: 120_000 }, async () => {
  const lines = (await run('guides')).trim().split('\n');
  expect(lines).toEqual([
    'Signed in as Ada Admin',
    'The Lighthouse Keeper by Ada Marsh has a cover: true',
    'BK-000001 The Lighthouse Keeper',
    'Our choice: one_collection',
    'More: list_collection',
    '304',
    'no cover',
    'true',
    "[ 'The Last Lighthouse Keeper' ]",
    '304',
    '2',
  ]);
});

test('runs the shell commands of the guides', async () => {
  const cover = await makeImage('png', { width: 100, height: 150 });
  const token = await guidedApp.tokenFor(allPermissions);
  const commands = blocksOf('sh')
    .join('')
    .split(/\n(?=curl )/);
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const filledCommand = command
      .replaceAll(placeholders.token, token)
      .replaceAll(placeholders.password, password)
      .trim();
    const { method, url, options } = readCurl(filledCommand, (name) => ({ bytes: cover, name }));
    expect((await guidedApp.call(method, url, options)).status, command).toBe(200);
  }
});

test('compiles and runs every example of the API reference', { timeout: 120_000 }, async () => {
  const { token, link } = await addExampleUsers(startedApp, {
    email: placeholders.email,
    password,
  });
  expect(await run('until-book', token)).toBe('');
  const { body } = await startedApp.call('GET', '/api/books/1', { token });
  await startedApp.jobs.enqueue(exampleJob);
  await addExampleBackup(startedApp);
  await startedApp.addReadImport('The Harbour.epub', await makeEpub({ title: 'The Harbour' }));
  const me = await startedApp.call('GET', '/api/user/me', { token });
  await startedApp.addUpload(exampleUpload, me.body.data.id);
  await startedApp.addUpload(exampleAudio, me.body.data.id, await readFixture('tone.mp3'));
  await startedApp.services.books.replaceChapters(1, exampleChapters, contextWith());
  const file = String(body.data.image_url).replace('/media/', '');
  expect(await run('after-book', token, file, link)).toBe('');
  expect((await startedApp.call('GET', '/api/user/me', { token })).status).toBe(401);
});
