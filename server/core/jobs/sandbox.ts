import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#server/core/package-root';

/*
 * The sandbox of child processes. Node's permission model limits files, programs and threads. Programs of the platform remove the
 * network and privileges where the platform allows it; each is tried once.
 */

/** The permissions of a child beyond reading the code of the product. */
export interface Sandbox {
  /** Files and folders that it may read. */
  readonly read?: readonly string[];
  /** Files and folders that it may read and write. */
  readonly write?: readonly string[];
  /** Bytes of the largest file that it may write. */
  readonly maxFileBytes?: number;
  /** It runs native code, which the permission model does not limit. */
  readonly hasNativeCode?: boolean;
  /** It starts programs, which the permission model does not limit. */
  readonly startsPrograms?: boolean;
}

/** The protections of child processes that this platform offers. */
export interface SandboxLevel {
  /** Children read and write only named files. */
  readonly files: boolean;
  /** Children have no network. */
  readonly network: boolean;
  /** Children cannot gain privileges. */
  readonly privileges: boolean;
  /** Files that children write are limited in size, and so is their memory, by the system. */
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
/** Enough for any program. */
const PROBE_BYTES = 1024 ** 3;

const PROBE_MS = 2_000;

interface Wrappers {
  readonly network: readonly string[];
  readonly privileges: readonly string[];
  readonly hasSizeLimits: boolean;
}

/** A command that runs nothing. */
const probeOf = ([program = 'true', ...args]: readonly string[]) => ({ program, args: [...args, 'true'] });

function worksNow(command: readonly string[]): boolean {
  const { program, args } = probeOf(command);
  return spawnSync(program, args, { stdio: 'ignore', timeout: PROBE_MS }).status === 0;
}

function worksSoon(command: readonly string[]): Promise<boolean> {
  const { program, args } = probeOf(command);
  return new Promise((resolve) => {
    const probe = spawn(program, args, { stdio: 'ignore', timeout: PROBE_MS });
    probe.once('error', () => resolve(false)).once('close', (code) => resolve(code === 0));
  });
}

/** Tries what the platform offers, one program after the other. */
function* probes(): Generator<readonly string[], Wrappers, boolean> {
  if (process.platform !== 'linux') return { network: [], privileges: [], hasSizeLimits: false };
  const network = (yield noNetwork) ? noNetwork : [];
  let privileges: readonly string[] = [];
  for (const one of [noPrivileges, noNewPrivileges])
    if (privileges.length === 0 && (yield [...network, ...one])) privileges = one;
  return { network, privileges, hasSizeLimits: yield sizeLimits(0, PROBE_BYTES) };
}

let wrappers: Wrappers | undefined;

function findWrappers(): Wrappers {
  if (wrappers) return wrappers;
  const probing = probes();
  let step = probing.next();
  while (!step.done) step = probing.next(worksNow(step.value));
  wrappers = step.value;
  return wrappers;
}

/** Finds out what the platform offers, without holding the server: the first child that starts would wait for it. */
export async function prepareSandbox(): Promise<void> {
  const probing = probes();
  let step = probing.next();
  while (!step.done) step = probing.next(await worksSoon(step.value));
  wrappers ??= step.value;
}

const hasPermissionModel = process.allowedNodeEnvironmentFlags.has('--permission');

/** Returns the protections that children of this process have. */
export function sandboxLevel(): SandboxLevel {
  const { network, privileges, hasSizeLimits } = findWrappers();
  return {
    files: hasPermissionModel,
    network: network.length > 0,
    privileges: privileges.length > 0,
    sizes: hasSizeLimits,
  };
}

/** The code of the product, as source and as the build. */
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
    ...(may.startsPrograms ? ['--allow-child-process'] : []),
  ];
}

/**
 * Returns the program that starts Node in a sandbox, and its arguments. The process keeps the id that it is started with.
 * @param memoryBytes of all its data
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
