import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Database } from '#server/core/db/open';
import { startWorkers } from '#server/core/jobs/workers';
import { jobTiming } from '#server/core/jobs/timing';
import { createMailJob } from './mail.jobs.ts';
import { eachDatabase } from '#server/testing/databases';
import type { TestApp } from '#server/testing/build-test-app';
import { openTestApp } from '#server/testing/open-test-app';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

eachDatabase('mail', (openEmpty) => {
  let database: Database;
  let api: TestApp;
  let token: string;
  let refuses = false;
  const receivedEmails: { to: string; content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(refuses ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData(stream, session, callback) {
      let content = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        content += chunk;
      });
      stream.on('end', () => {
        // Other tests cover emails to administrators about changed settings.
        if (!content.includes('The address used in email links'))
          receivedEmails.push({ to: session.envelope.rcptTo[0]?.address ?? '', content });
        callback();
      });
    },
  });
  let workers: ReturnType<typeof startWorkers>;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    database = await openEmpty();
    api = await openTestApp(database, { smtpUrl });
    token = await api.tokenFor(allPermissions);
    workers = startWorkers({
      database,
      queue: api.jobs,
      handlers: [createMailJob({ database, smtpUrl, mailFrom: 'lectern@example.org' })],
      log: quiet,
      timing: { ...jobTiming, idle: 20 },
    });
  });
  afterAll(async () => {
    await workers.stop();
    await api.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const invite = (name: string) =>
    api.call('POST', '/api/users', {
      token,
      json: { name, email: `${name.toLowerCase()}@example.org`, role_id: 4 },
      headers: { host: 'books.example:8443' },
    });
  const lettersLeft = () => database.kysely.selectFrom('emails').selectAll().execute();
  /** Decodes the content that was encoded for email. */
  const plain = (content: string) =>
    content.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n');

  test('sends an invitation with a working link, and deletes the stored email', async () => {
    const { body } = await invite('Nora');
    expect(body.data.link.is_mailed).toBe(true);
    await expect.poll(() => receivedEmails.length, { timeout: 60_000 }).toBe(1);
    expect(receivedEmails[0]?.to).toBe('nora@example.org');
    // The emailed link differs from the returned one, because it is created when the email is sent.
    const [, secret] =
      /\nhttp:\/\/books\.example:8443\/invitation#(\S+)\n/.exec(plain(receivedEmails[0]?.content ?? '')) ??
      [];
    expect(body.data.link.path).not.toContain(secret);
    const response = await api.call('POST', '/api/auth/links/read', { json: { token: secret } });
    expect(response.body.data).toMatchObject({ kind: 'invitation', email: 'nora@example.org' });
    expect(receivedEmails[0]?.content).toContain('invited you to Lectern');
    await expect.poll(lettersLeft, { timeout: 60_000 }).toEqual([]);
  });

  const request = (email: string) =>
    api.call('POST', '/api/auth/forgotten-password', {
      json: { email },
      headers: { host: 'attacker.example' },
    });
  const addPetra = () =>
    api.accounts.add({
      email: 'petra@example.org',
      name: 'Petra',
      password: 'nine small otters swim',
      role: 'viewer',
    });

  test('sends no link with a host from the request', async () => {
    await addPetra();
    expect((await request('petra@example.org')).body.data).toEqual({ is_mailed: false });
    expect(
      await database.kysely.selectFrom('account_links').where('kind', '=', 'password').selectAll().execute(),
    ).toEqual([]);
  });

  test('uses the configured address in links', async () => {
    const json = { public_url: 'https://lectern.example/' };
    await api.call('PATCH', '/api/settings/general', { token, json });
    await invite('Ida');
    await expect.poll(() => receivedEmails.length, { timeout: 60_000 }).toBe(2);
    expect(plain(receivedEmails[1]?.content ?? '')).toContain('\nhttps://lectern.example/invitation#');
  });

  test('sends one password reset link to the owner of an account, and nothing for an unknown address', async () => {
    const firstResponse = await request('Petra@example.org');
    expect(firstResponse.body.data).toEqual({ is_mailed: true });
    expect((await request('unknown@example.org')).text).toBe(firstResponse.text);
    expect((await request('petra@example.org')).text).toBe(firstResponse.text);
    await expect.poll(lettersLeft, { timeout: 60_000 }).toEqual([]);
    expect(receivedEmails.slice(2).map(({ to }) => to)).toEqual(['petra@example.org']);
    const [, secret] =
      /\nhttps:\/\/lectern\.example\/new-password#(\S+)\n/.exec(plain(receivedEmails[2]?.content ?? '')) ??
      [];
    const response = await api.call('POST', '/api/auth/links/read', { json: { token: secret } });
    expect(response.body.data).toMatchObject({ kind: 'password', email: 'petra@example.org' });
  });

  test('sends one email for a sign-in from a new browser, and none for the first browser', async () => {
    const signIn = (browser: string) =>
      api.call('POST', '/api/auth/login', {
        json: { email: 'petra@example.org', password: 'nine small otters swim' },
        headers: { 'user-agent': browser },
        address: '192.0.2.7',
      });
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await signIn('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36');
    for (let times = 0; times < 2; times++) expect((await signIn(firefox)).status).toBe(200);
    await expect.poll(lettersLeft, { timeout: 60_000 }).toEqual([]);
    expect(receivedEmails.slice(3).map(({ to }) => to)).toEqual(['petra@example.org']);
    const letter = plain(receivedEmails[3]?.content ?? '');
    expect(letter).toContain('Subject: New sign-in to Lectern from Firefox on Windows');
    expect(letter).toContain('\nIP address: 192.0.2.7\n');
    expect(letter).toContain('https://lectern.example/profile');
  });

  test('reports a rejected email to the user who caused it, and the link still works', async () => {
    refuses = true;
    const { body } = await invite('Zoe');
    const listFailedJobs = async () =>
      (await api.call('GET', '/api/jobs', { token, query: { state: 'failed' } })).body.data.items[0]?.error;
    await expect.poll(listFailedJobs, { timeout: 60_000 }).toContain('rejected this address');
    const link = { token: String(body.data.link.path).replace(/^.*#/, '') };
    expect((await api.call('POST', '/api/auth/links/read', { json: link })).status).toBe(200);
  });
});
