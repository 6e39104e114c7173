import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/core/package-root';

/* The server process does not load the parsers of uploaded files, so it cannot read files with them. Only child processes load them. */

/** Packages that read files. The XML parser also reads the responses of the file storage. */
const parsers =
  /^(sharp|music-metadata|mediabunny|yauzl|strtok3|htmlparser2|mpg123-decoder|ogg-opus-decoder|@humansignal\/.*|@wasm-audio-decoders\/.*)$/;
const exceptions = ['server/core/blobs/s3-xml.ts'];

/** Returns the file of an import; undefined for a package. */
function fileOf(from: string, specifier: string): string | undefined {
  const [, side, name = ''] = /^#(server|contract)\/(.*)$/.exec(specifier) ?? [];
  const path = side ? `${side}/${name}.ts` : posix.join(posix.dirname(from), specifier);
  const isOwn = side !== undefined || /^\..*\.ts$/.test(specifier);
  return isOwn && existsSync(join(packageRoot, path)) ? path : undefined;
}

/** Returns the imports of a file, also those inside functions, but not those of types. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(packageRoot, file), 'utf8').replaceAll(
    /^(import|export) (type |\{(?: type \w+,?)+ \} )[^;]*;/gm,
    '',
  );
  const pattern = /^(?:import|export)\s[^'";]*'([^']+)'|^\} from '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].map(([, first, second, dynamic]) => first ?? second ?? dynamic ?? '');
}

/** Returns the imports of parsers in files that the entry points load. */
function parsersLoadedBy(entries: readonly string[]): string[] {
  const files = new Set(entries);
  const parserImports: string[] = [];
  for (const file of files)
    for (const specifier of importsOf(file)) {
      const target = fileOf(file, specifier);
      if (target) files.add(target);
      else if (parsers.test(specifier) && !exceptions.includes(file))
        parserImports.push(`${file}: ${specifier}`);
    }
  return parserImports;
}

test('the server and its workers load no parser of uploaded files', () => {
  expect(parsersLoadedBy(['server/app/run.ts', 'server/app/worker.ts'])).toEqual([]);
  expect(parsersLoadedBy(['server/features/imports/parser-child.ts'])).toContain(
    'server/features/imports/parsers/archive.ts: yauzl',
  );
});
