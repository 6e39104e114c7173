import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.mjs';

const root = join(import.meta.dirname, '..');
export const credentials = { email: 'bench@example.org', password: 'bench-password-1' };

/** Clock ticks per second, the unit of CPU time in /proc on Linux. */
const TICKS = 100;

export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  /** The milliseconds from the start of the process to the first response with status 200. */
  readonly startMs: number;
  /** Returns the user and system CPU time of all threads and child processes in milliseconds. */
  cpuMs(): number;
  /** Returns the resident memory in bytes. */
  rss(): number;
  stop(): Promise<void>;
}

/** Returns the user and system time of a process, or that of its ended child processes, in milliseconds. */
function readCpuMs(pid: number, isOfChildren = false): number {
  const values = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const first = isOfChildren ? 13 : 11;
  return ((Number(values[first]) + Number(values[first + 1])) * 1000) / TICKS;
}

/** Returns the CPU milliseconds of the ended child processes of a process. */
export const cpuMsOfChildren = (pid: number): number => readCpuMs(pid, true);

const cpuMsWithChildren = (pid: number): number =>
  childrenOf(pid).reduce((sum, { cpuMs }) => sum + cpuMs, readCpuMs(pid) + cpuMsOfChildren(pid));

/**
 * Returns the CPU time of the scheduler with nanosecond precision, for work shorter than a tick. Ended threads are not included.
 */
export function cpuMsOfThreads(pid: number): number {
  const folder = `/proc/${pid}/task`;
  let sum = 0;
  for (const thread of readdirSync(folder)) {
    try {
      sum += Number(readFileSync(join(folder, thread, 'schedstat'), 'utf8').split(' ')[0]);
    } catch {
      // The process or thread has ended.
    }
  }
  return sum / 1e6;
}

interface OtherProcess {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Returns the CPU milliseconds of all matching processes of this machine. */
export function sumCpuMs(matches: (process: OtherProcess) => boolean): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      if (matches({ id: Number(name), parent, command })) sum += readCpuMs(Number(name));
    } catch {
      // The process or thread has ended.
    }
  }
  return sum;
}

/** Returns the child processes of a process with their CPU milliseconds and memory in bytes. */
export function childrenOf(pid: number): { pid: number; cpuMs: number; rss: number }[] {
  const samples: { pid: number; cpuMs: number; rss: number }[] = [];
  sumCpuMs(({ id, parent }) => {
    if (parent === pid) samples.push({ pid: id, cpuMs: readCpuMs(id), rss: rssOf(id) });
    return false;
  });
  return samples;
}

function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** Starts a script as a separate process and waits for the first response with status 200. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  readyPath: string,
): Promise<ServerProcess> {
  const port = await freePort();
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const processExit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended before it was ready`);
    const isUp = await fetch(`${origin}${readyPath}`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const pid = child.pid ?? 0;
  return {
    origin,
    pid,
    startMs: performance.now() - startedAt,
    cpuMs: () => cpuMsWithChildren(pid),
    rss: () => rssOf(pid),
    async stop() {
      child.kill('SIGTERM');
      await processExit;
    },
  };
}

/**
 * Starts a Lectern server. With the name of a local PostgreSQL database, the CPU time includes the processes of that database.
 */
export async function startLectern(
  env: Readonly<Record<string, string>>,
  databaseName?: string,
): Promise<ServerProcess> {
  const server = await startProcess(
    ['dist/server/main.js'],
    {
      ADMIN_EMAIL: credentials.email,
      ADMIN_PASSWORD: credentials.password,
      LOG_LEVEL: 'info',
      STOP_GRACE_MS: '0',
      // One user sends more requests than the limit allows.
      CALL_POINTS_PER_MINUTE: '10000000',
      DEMO: '0',
      ...env,
    },
    '/api/health/ready',
  );
  if (databaseName === undefined) return server;
  const isBackend = ({ command }: OtherProcess) =>
    command.startsWith('postgres: ') && command.includes(` ${databaseName} `);
  return { ...server, cpuMs: () => server.cpuMs() + sumCpuMs(isBackend) };
}

export async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body = (await response.json()) as { message: string; data: { access_token: string } };
  if (!response.ok) throw new Error(body.message);
  return body.data.access_token;
}

/** Starts a server with a catalogue and signs in. */
export async function startSignedIn({
  env,
  databaseName,
}: {
  readonly env: Readonly<Record<string, string>>;
  readonly databaseName?: string | undefined;
}) {
  const server = await startLectern(env, databaseName);
  return { server, token: await signIn(server.origin) };
}
