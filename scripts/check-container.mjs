import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listIn, readDockerfile } from './dockerfile.mjs';
import { freePort } from './free-port.mjs';
import { root } from './node-version.mjs';
import { command } from './run.mjs';

/*
 * Runs the Dockerfile without a container engine: each stage in a clean Debian (debootstrap, chroot) that contains only the Node
 * of the base image. Then starts the command of the image as its user, waits for the health check, signs in and stops it.
 * Requires root and about 2 GB in the temporary folder. The chroot is no security boundary: it runs only code of this
 * repository.
 */

const readyWithinMs = 180_000;
const password = 'correct horse battery staple';
const settings = {
  HOST: '127.0.0.1',
  DEMO: '1',
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'warn',
  STOP_GRACE_MS: '0',
};
/** Environment variables that npm needs behind a proxy. */
const passedOn = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** @typedef {{ folder: string, cwd: string, user: string, env: Record<string, string>, command: string[], health: string[] }} Image */

/**
 * @param {string} file
 * @param {readonly string[]} args
 */
const runHere = (file, args) => execFileSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** @param {string} folder */
const sizeOf = (folder) =>
  `${Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])} MB`;

/**
 * Creates a replacement for the base image: Debian, the same version of Node from the npm packages, npm, and the user `node`.
 * @param {string} folder
 */
function makeBase(folder) {
  runHere('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder]);
  const node = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
  const modules = join(folder, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(node, join(folder, 'usr/local/bin/node'));
  cpSync(npm, join(modules, 'npm'), { recursive: true, dereference: true });
  runHere('chroot', [folder, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']);
  runHere('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    cpSync(file, join(folder, file), { dereference: true });
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  if (authority) cpSync(authority, join(folder, 'etc/extra-ca.pem'));
}

/** @param {Image} image */
function environmentOf({ env }) {
  const environment = passedOn.flatMap((name) =>
    process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`],
  );
  if (process.env['NODE_EXTRA_CA_CERTS']) environment.push('NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem');
  return [
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin',
    'HOME=/tmp',
    ...environment,
    ...Object.entries(env).map((pair) => pair.join('=')),
  ];
}

/**
 * @param {Image} image
 * @param {readonly string[]} args
 */
function start(image, args) {
  const bookContent = [
    '/usr/bin/env',
    '--ignore-environment',
    `--chdir=${image.cwd}`,
    ...environmentOf(image),
    ...args,
  ];
  // Each run has its own mount namespace, so that no /proc stays mounted in a folder that is deleted later.
  const script =
    'mount -t proc proc "$1/proc" && chosen=$2 && folder=$1 && shift 2 && exec chroot "--userspec=$chosen" "$folder" "$@"';
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', image.folder, image.user, ...bookContent], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/**
 * @param {Image} image
 * @param {readonly string[]} args
 * @returns {Promise<number | null>}
 */
const runIn = (image, args) => new Promise((resolve) => start(image, args).once('exit', resolve));

/**
 * Copies the files of the working tree that .dockerignore does not exclude.
 * @param {string} to
 */
function copyContext(to) {
  const ignoredPaths = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const listedFiles = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listedFiles.split('\0').filter(Boolean)) {
    if (
      ignoredPaths.some((path) => file === path || file.startsWith(`${path}/`)) ||
      !existsSync(join(root, file))
    )
      continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

/**
 * @param {Image} image
 * @param {string} rest
 * @param {ReadonlyMap<string, Image>} earlier
 */
function copyInto(image, rest, earlier) {
  const [first = '', ...others] = rest.split(/\s+/);
  const stage = earlier.get(first.replace('--from=', ''));
  const [from = '', to = ''] = stage ? others : [first, ...others];
  if (!stage) return copyContext(join(image.folder, image.cwd));
  const source = join(stage.folder, from);
  const target = join(image.folder, image.cwd, to);
  cpSync(source, lstatSync(source).isDirectory() ? target : join(target, from.split('/').at(-1) ?? ''), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/**
 * @param {Image} image
 * @param {import('./dockerfile.mjs').Instruction} instruction
 * @param {ReadonlyMap<string, Image>} earlier
 */
async function follow(image, { name, rest }, earlier) {
  console.log(`   ${name} ${rest.slice(0, 100)}`);
  if (name === 'WORKDIR') mkdirSync(join(image.folder, (image.cwd = rest)), { recursive: true });
  else if (name === 'ENV')
    Object.assign(image.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
  else if (name === 'USER') image.user = `${rest}:${rest}`;
  else if (name === 'CMD') image.command = listIn(rest);
  else if (name === 'HEALTHCHECK') image.health = listIn(rest);
  else if (name === 'COPY') copyInto(image, rest, earlier);
  else if (name === 'RUN' && (await runIn(image, ['sh', '-c', rest])) !== 0)
    throw new Error(`This step failed: ${rest}`);
}

/**
 * @param {Image} image
 * @param {string} url
 */
async function tryOut(image, url) {
  const page = await fetch(url);
  if (!page.ok || !(await page.text()).includes('<div id="root"')) throw new Error('The page is not served.');
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@lectern.local', password }),
  });
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}.`);
  if ((await runIn(image, ['sh', '-c', 'touch /opt/lectern/mine 2>/dev/null'])) === 0)
    throw new Error('The server may write where its program lies.');
}

/** @param {Image} image */
async function serveAndStop(image) {
  const port = await freePort();
  Object.assign(image.env, settings, { PORT: String(port) });
  const server = start(image, image.command);
  const exit = new Promise((resolve) => server.once('exit', resolve));
  try {
    const deadline = Date.now() + readyWithinMs;
    while ((await runIn(image, image.health)) !== 0) {
      if (Date.now() > deadline || server.exitCode !== null)
        throw new Error('The health check never passed.');
      await delay(500);
    }
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
    if (uid !== '1000') throw new Error(`The server runs as user ${uid}.`);
    await tryOut(image, `http://127.0.0.1:${port}`);
  } finally {
    server.kill('SIGTERM');
  }
  const code = await exit;
  if (code !== 0) throw new Error(`The server ended with ${code} when it was told to stop.`);
}

await command(async () => {
  if (process.getuid?.() !== 0)
    throw new Error(
      'This needs root, for debootstrap and chroot. With a container engine: docker compose up --build',
    );
  if (!existsSync('/usr/sbin/debootstrap'))
    throw new Error('This needs debootstrap: apt-get install debootstrap');
  const work = mkdtempSync(join(tmpdir(), 'lectern-container-'));
  try {
    const base = join(work, 'base');
    console.log('== a clean Debian');
    makeBase(base);
    writeFileSync(join(base, 'etc/hostname'), 'lectern\n');
    /** @type {Map<string, Image>} */
    const images = new Map();
    for (const { name, instructions } of readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
      console.log(`== stage ${name}`);
      const folder = join(work, `stage-${name}`);
      runHere('cp', ['--archive', base, folder]);
      const image = { folder, cwd: '/', user: 'root:root', env: {}, command: [], health: [] };
      for (const instruction of instructions) await follow(image, instruction, images);
      images.set(name, image);
    }
    const image = [...images.values()].at(-1);
    if (!image) throw new Error('The Dockerfile has no stage.');
    console.log(`== the image: ${sizeOf(image.folder)}, of which ${sizeOf(base)} are Debian and Node`);
    await serveAndStop(image);
    console.log('== served, healthy, signed in, stopped: passed');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
