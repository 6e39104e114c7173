import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/permissions';
import type { Database } from '#server/db/open';
import { startWorkers } from '#server/jobs/workers';
import { jobTiming } from '#server/jobs/timing';
import { createMailJob } from '#server/mail/mail-job';
import { eachDatabase } from '#server/testing/databases';
import type { TestApp } from '#server/testing/build-test-app';
import { openTestApp } from '#server/testing/open-test-app';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

eachDatabase('mail', (openEmpty) => {
  let database: Database;
  let api: TestApp;
  let token: string;
  let refuses = false;
  const arrived: { to: string; content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      let content = '';
      stream.setEncoding('utf8');
      stream.on('data', (part: string) => {
        content += part;
      });
      stream.on('end', () => {
        arrived.push({ to: session.envelope.rcptTo[0]?.address ?? '', content });
        done();
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
  const lettersLeft = () => database.kysely.selectFrom('letters').selectAll().execute();
  /** As it was before it was made fit for mail. */
  const plain = (content: string) =>
    content.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n');

  test('brings an invitation that works, and keeps nothing of it', async () => {
    const { body } = await invite('Nora');
    expect(body.data.link.is_mailed).toBe(true);
    await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(1);
    expect(arrived[0]?.to).toBe('nora@example.org');
    expect(plain(arrived[0]?.content ?? '')).toContain(`\nhttp://books.example:8443${body.data.link.path}\n`);
    expect(arrived[0]?.content).toContain('Subject: Your invitation to Lectern');
    await expect.poll(lettersLeft, { timeout: 20_000 }).toEqual([]);
  });

  test('begins links with the address that is set', async () => {
    const json = { public_url: 'https://lectern.example/' };
    await api.call('PATCH', '/api/settings/general', { token, json });
    await invite('Ida');
    await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(2);
    expect(plain(arrived[1]?.content ?? '')).toContain('\nhttps://lectern.example/invitation#');
  });

  test('that the server refuses is said to who asked for it, and the link still works', async () => {
    refuses = true;
    const { body } = await invite('Zoe');
    const failed = async () =>
      (await api.call('GET', '/api/jobs', { token, query: { state: 'failed' } })).body.data.items[0]?.error;
    await expect.poll(failed, { timeout: 20_000 }).toContain('does not take letters to this address');
    const link = { token: String(body.data.link.path).replace(/^.*#/, '') };
    expect((await api.call('POST', '/api/auth/links/read', { json: link })).status).toBe(200);
  });
});
