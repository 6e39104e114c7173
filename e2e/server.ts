import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';

const root = join(import.meta.dirname, '..');
/** Limits a start that hangs. A start with an empty or small catalogue takes one or two seconds. */
const readyWithinMs = 120_000;

export const admin = { email: 'admin@lectern.test', password: 'correct horse battery staple' };

export interface Server {
  readonly url: string;
  /** Sends SIGTERM and waits for the exit. @returns its exit code */
  stop(): Promise<number | null>;
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void;
  /** Kills the server without a shutdown. */
  kill(): Promise<void>;
  /** Returns its output so far. */
  output(): string;
}

/** Environment variables of the machine that are removed for the tested server. */
const clearedNames = [
  'DATABASE_URL',
  'BLOB_STORE_URL',
  'DEMO',
  'TRUST_PROXY',
  'PRODUCT_NAME',
  'PROVIDER_NAME',
  'OIDC_PROVIDERS',
  'PASSWORD_SIGN_IN',
];

function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inheritedEnv = Object.entries(process.env).filter(([name]) => !clearedNames.includes(name));
  return { ...Object.fromEntries(inheritedEnv), ...settings };
}

/** Starts the built server and waits until it is ready. @throws if it exits earlier, or is not ready within `withinMs` */
export async function startServer(
  settings: Readonly<Record<string, string>>,
  withinMs = readyWithinMs,
): Promise<Server> {
  const port = Number(settings['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      STOP_GRACE_MS: '0',
      ...settings,
    }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const url = `http://127.0.0.1:${port}`;
  await ready(child, { url, output: () => output, withinMs });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url,
    output: () => output,
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
    kill: async () => void (await end('SIGKILL')),
  };
}

async function ready(
  child: ChildProcess,
  {
    url,
    output,
    withinMs,
  }: { readonly url: string; readonly output: () => string; readonly withinMs: number },
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not become ready:\n${output()}`);
}

/** Runs a command of the command-line interface to its end. */
export async function lectern(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = '',
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'cli.js'), ...args], {
    cwd: root,
    env: environment({ ADMIN_EMAIL: admin.email, ...settings }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, output };
}
