import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#server/core/package-root';

/*
 * The sandbox of child processes. The permission model of Node.js limits files, programs and threads. Programs of the platform remove the
 * network and privileges where available. Each program is tested once.
 */

/** The permissions of a child in addition to reading the code of the product. */
export interface Sandbox {
  /** Files and folders that the child may read. */
  readonly read?: readonly string[];
  /** Files and folders that the child may read and write. */
  readonly write?: readonly string[];
  /** The maximum size of a file that the child writes, in bytes. */
  readonly maxFileBytes?: number;
  /** True if the child runs native code, which the permission model does not limit. */
  readonly hasNativeCode?: boolean;
  /** True if the child starts threads. They have its permissions. */
  readonly hasThreads?: boolean;
  /** True if the child starts programs, which the permission model does not limit. */
  readonly startsPrograms?: boolean;
}

/** The protections of child processes on this platform. */
export interface SandboxLevel {
  /** Children read and write only the given files. */
  readonly files: boolean;
  /** Children have no network. */
  readonly network: boolean;
  /** Children cannot gain privileges. */
  readonly privileges: boolean;
  /** The system limits the memory of children and the size of the files that they write. */
  readonly sizes: boolean;
}

const noNetwork = ['unshare', '--map-root-user', '--net', '--'];
const noPrivileges = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'];
const noNewPrivileges = ['setpriv', '--no-new-privs', '--'];
const sizeLimits = (fileBytes: number | 'unlimited', memoryBytes: number) => [
  'prlimit',
  '--core=0',
  `--fsize=${fileBytes}`,
  `--data=${memoryBytes}`,
  '--',
];
/** The memory limit of a probe in bytes, which is enough for any program. */
const PROBE_BYTES = 1024 ** 3;

const PROBE_MS = 2_000;

interface Wrappers {
  readonly network: readonly string[];
  readonly privileges: readonly string[];
  readonly hasSizeLimits: boolean;
}

/** Returns a command that does nothing inside the wrapper. */
const probeOf = ([program = 'true', ...args]: readonly string[]) => ({ program, args: [...args, 'true'] });

function isAvailable(command: readonly string[]): boolean {
  const { program, args } = probeOf(command);
  return spawnSync(program, args, { stdio: 'ignore', timeout: PROBE_MS }).status === 0;
}

function checkAvailable(command: readonly string[]): Promise<boolean> {
  const { program, args } = probeOf(command);
  return new Promise((resolve) => {
    const probe = spawn(program, args, { stdio: 'ignore', timeout: PROBE_MS });
    probe.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
}

/** Yields the wrapper commands to test, and returns those that work. */
function* probes(): Generator<readonly string[], Wrappers, boolean> {
  if (process.platform !== 'linux') return { network: [], privileges: [], hasSizeLimits: false };
  const network = (yield noNetwork) ? noNetwork : [];
  let privileges: readonly string[] = [];
  for (const args of [noPrivileges, noNewPrivileges])
    if (privileges.length === 0 && (yield [...network, ...args])) privileges = args;
  return { network, privileges, hasSizeLimits: yield sizeLimits(0, PROBE_BYTES) };
}

let wrappers: Wrappers | undefined;

function findWrappers(): Wrappers {
  if (wrappers) return wrappers;
  const probeSteps = probes();
  let step = probeSteps.next();
  while (!step.done) step = probeSteps.next(isAvailable(step.value));
  wrappers = step.value;
  return wrappers;
}

/** Tests the wrapper commands asynchronously. Otherwise the first child would block the server for the tests. */
export async function prepareSandbox(): Promise<void> {
  const probeSteps = probes();
  let step = probeSteps.next();
  while (!step.done) step = probeSteps.next(await checkAvailable(step.value));
  wrappers ??= step.value;
}

const hasPermissionModel = process.allowedNodeEnvironmentFlags.has('--permission');

/** Returns the protections of the children of this process. */
export function sandboxLevel(): SandboxLevel {
  const { network, privileges, hasSizeLimits } = findWrappers();
  return {
    files: hasPermissionModel,
    network: network.length > 0,
    privileges: privileges.length > 0,
    sizes: hasSizeLimits,
  };
}

/** The paths of the product's code, as source and as build. */
const code = ['package.json', 'node_modules', 'dist', 'server', 'contract']
  .map((name) => join(packageRoot, name))
  .filter((path) => existsSync(path));

function permissionFlags({ read = [], write = [], ...may }: Sandbox): string[] {
  if (!hasPermissionModel) return [];
  return [
    '--permission',
    ...[...code, ...read, ...write].map((path) => `--allow-fs-read=${path}`),
    ...write.map((path) => `--allow-fs-write=${path}`),
    ...(may.hasNativeCode ? ['--allow-addons'] : []),
    ...(may.hasThreads ? ['--allow-worker'] : []),
    ...(may.startsPrograms ? ['--allow-child-process'] : []),
  ];
}

/**
 * Returns the program that starts Node.js in a sandbox, and its arguments. The wrappers preserve the process ID.
 * @param memoryBytes the limit of all data of the process
 */
export function inSandbox(
  nodeFlags: readonly string[],
  sandbox: Sandbox,
  memoryBytes: number,
): [program: string, args: string[]] {
  const { network, privileges, hasSizeLimits } = findWrappers();
  const bytes = sandbox.write ? (sandbox.maxFileBytes ?? 'unlimited') : 0;
  const command = [
    ...network,
    ...privileges,
    ...(hasSizeLimits ? sizeLimits(bytes, memoryBytes) : []),
    process.execPath,
    ...permissionFlags(sandbox),
    ...nodeFlags,
  ];
  return [command[0] ?? process.execPath, command.slice(1)];
}
