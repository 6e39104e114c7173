import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packageRoot } from '#server/core/package-root';
import { freePort } from '../../scripts/free-port.mjs';

export const coldAdmin = { email: 'admin@lectern.test', password: 'correct horse battery staple' };

export interface ColdServer {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal to the process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await delay(50);
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

/**
 * Starts the server as a separate process and waits until it is ready.
 * @param under a command that runs the following command
 */
export async function startColdServer(
  env: NodeJS.ProcessEnv,
  under: readonly string[] = [],
): Promise<ColdServer> {
  const port = await freePort();
  const serverCommand = [process.execPath, join(packageRoot, 'server', 'main.ts')];
  const [program = process.execPath, ...args] = [...under, ...serverCommand];
  const child = spawn(program, args, {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_EMAIL: coldAdmin.email,
      ADMIN_PASSWORD: coldAdmin.password,
      LOG_LEVEL: 'warn',
      STOP_GRACE_MS: '0',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  await ready(child, url, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
