import { glob, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Importer } from './import-client.ts';

/** Debian packages that contain EPUBs and audio files. */
const PACKAGES = 'debian-policy developers-reference debmake-doc sound-theme-freedesktop alsa-utils';
const KINDS = 'epub,oga,ogg,wav,mp3,m4a,m4b,opus,flac';
/** The maximum number of files of each type. */
const MAX_FILES = 20;

/** Imports each file of a folder in a separate batch, and returns the results. */
export async function importRealFiles(
  importer: Importer,
  folder: string,
): Promise<{ readonly rows: object[]; readonly failed: number }> {
  const rows: object[] = [];
  let failedCount = 0;
  for (const kind of KINDS.split(',')) {
    const filePaths: string[] = [];
    for await (const path of glob(`${folder}/**/*.${kind}`)) filePaths.push(path);
    const paths = filePaths.toSorted().slice(0, MAX_FILES);
    for (const path of paths) {
      const { size } = await stat(path);
      const { id, lastByteAt } = await importer.uploadBatch([{ path: basename(path), bytes: path }]);
      await importer.ready(id);
      const ms = performance.now() - lastByteAt;
      const proposal = await importer.call<Record<string, unknown>>(`/api/imports/${id}`);
      if (proposal['state'] !== 'ready') failedCount += 1;
      rows.push({
        file: basename(path),
        KiB: Math.round(size / 1024),
        ms: Math.round(ms),
        state: proposal['state'],
        title: String(proposal['name']).slice(0, 40),
        author: String(proposal['author']).slice(0, 24),
        language: proposal['language'],
        chapters: proposal['chapter_count'],
        texts: proposal['text_count'],
        seconds: proposal['duration'],
        problem: proposal['error'] ?? (proposal['problems'] as string[])[0] ?? '-',
      });
    }
  }
  if (rows.length === 0) console.log(`there are no real files below ${folder}: apt-get install ${PACKAGES}`);
  return { rows, failed: failedCount };
}
