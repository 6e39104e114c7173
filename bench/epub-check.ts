import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, startLectern } from './server-process.ts';

/*
 * Validates EPUBs with Media Overlays with the Debian package `epubcheck`. The demo books have audio in MP3, M4B and Opus. Opus is a
 * core media type since EPUB 3.3, which epubcheck supports since version 5. Earlier versions report MED-005 for Opus, which is ignored.
 * Requires a build:
 *   node bench/epub-check.ts
 */

const EPUBCHECK = '/usr/share/java/epubcheck.jar';
const KNOWS_OPUS = 5;
const books = ['A Short Walk through Deep Time', 'Cuaderno de sal', 'The Clockmaker of Pennyfold'];

/** Runs epubcheck asynchronously, so that connections that the server closes during the check are detected. */
const check = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile('java', ['-jar', EPUBCHECK, ...args], (_error, stdout, stderr) => resolve(stdout + stderr));
  });

async function compare(root: string): Promise<void> {
  const server = await startLectern({ DATA_DIR: join(root, 'data'), DEMO: '1', JOBS: 'off' });
  try {
    const [, version = '0'] = /v?(\d+)\.\d+/.exec(await check('--version')) ?? [];
    const headers = { authorization: `Bearer ${await signIn(server.origin)}` };
    for (const name of books) {
      const list = await fetch(
        `${server.origin}/api/books/list?is_admin=1&search=${encodeURIComponent(name)}`,
        { headers },
      );
      const { data } = (await list.json()) as { data: { items: { id: number; name: string }[] } };
      const book = data.items.find((item) => item.name.toLowerCase() === name.toLowerCase());
      if (!book) throw new Error(`The demo has no ${name}.`);
      const epub = await fetch(`${server.origin}/api/books/${book.id}/export?as=epub`, { headers });
      const path = join(root, `${book.id}.epub`);
      await writeFile(path, Buffer.from(await epub.arrayBuffer()));
      const messages = (await check(path)).split('\n').filter((line) => /^(ERROR|FATAL|WARNING)/.test(line));
      const isExcused = (line: string) => line.includes('MED-005') && Number(version) < KNOWS_OPUS;
      const problems = messages.filter((line) => !isExcused(line));
      const expectedErrors = messages.length - problems.length;
      const aside =
        expectedErrors > 0 ? `, but for ${expectedErrors} × MED-005: this version does not know Opus` : '';
      console.log(`${name}: ${problems.length === 0 ? `valid${aside}` : problems.join('\n')}`);
      if (problems.length > 0) process.exitCode = 1;
    }
  } finally {
    await server.stop();
  }
}

if (existsSync(EPUBCHECK) && spawnSync('java', ['-version']).status === 0) {
  const root = await mkdtemp(join(tmpdir(), 'lectern-epubcheck-'));
  try {
    await compare(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
} else console.log('epubcheck is not installed, so no EPUB was checked');
