import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aliasesOf, findCycles, readGraph, resolveImport } from './import-graph.mjs';
import { root } from './node-version.mjs';
import { command } from './run.mjs';

/*
 * Rules for imports between folders, and the folders that may import a package. Every file may import its own folder and the
 * contract. Tests and `testing` folders may import everything. Two files never import each other, not even for types.
 */

/**
 * The first entry whose `files` match a file applies to the file.
 * @type {readonly { files: RegExp, may: readonly RegExp[] }[]}
 */
const folderRules = [
  { files: /^contract\//, may: [] },
  // A migration is frozen: it imports only Kysely and other migrations.
  { files: /^server\/core\/db\/migrations\/\d/, may: [/^server\/core\/db\/migrations\//] },
  // The settings and the file URLs depend on the configuration, so they import its type.
  { files: /^server\/core\/(settings|http)\//, may: [/^server\/core\//, /^server\/app\/config\.ts$/] },
  { files: /^server\/core\//, may: [/^server\/core\//] },
  {
    files: /^server\/features\/[^/]+\/[^/]+\.module\.ts$/,
    may: [/^server\/(core|features)\//, /^server\/app\/(feature|config|modules)\.ts$/],
  },
  // Features that work on all resources import the list of modules. Features that report the configuration import its type.
  { files: /^server\/features\//, may: [/^server\/core\//, /^server\/app\/(config|modules)\.ts$/] },
  { files: /^server\/demo\//, may: [/^server\/(core|features|app)\//] },
  { files: /^server\//, may: [/^server\/(core|features|app|demo)\//, /^server\/[^/]+\.ts$/] },
  { files: /^web\/core\/(lib|i18n)\//, may: [/^web\/core\/(lib|i18n)\//] },
  { files: /^web\/ui\//, may: [/^web\/core\/(lib|i18n)\//] },
  { files: /^web\/core\/(api|store)\//, may: [/^web\/core\/(lib|api|store)\//] },
  { files: /^web\/core\//, may: [/^web\/(core|ui)\//] },
  { files: /^web\/features\//, may: [/^web\/(core|ui)\//] },
  { files: /^web\//, may: [/^web\/(core|ui|features|app)\//, /^web\/[^/]+\.tsx?$/] },
  // Browser tests use only HTTP and the DOM.
  { files: /^e2e\//, may: [/^e2e\//] },
];

/**
 * Other features that a feature may import, in addition to the folder rules.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const featureDependencies = {
  'server/features/analytics': ['catalogue-health'],
  'server/features/audio': ['exports'],
  'server/features/audit-log': ['trash'],
  'server/features/auth': ['users'],
  'server/features/contributors': ['books'],
  'server/features/book-content': ['audio', 'books'],
  'server/features/backup': ['mobile-home', 'system'],
  'server/features/books': ['audio', 'contributors', 'publishers'],
  'server/features/bulk': ['audit-log', 'books', 'contributors', 'jobs', 'publishers', 'releases'],
  'server/features/catalogue-health': ['books'],
  'server/features/exports': ['audio', 'books'],
  'server/features/imports': ['audio', 'book-content', 'books'],
  'server/features/mobile-home': ['books'],
  'server/features/overview': ['jobs'],
  'server/features/personal-data': ['auth', 'book-content', 'users'],
  'server/features/proofing': ['audio', 'book-content'],
  'server/features/releases': ['audio', 'audit-log', 'book-content', 'books', 'mobile-home'],
  'server/features/search': ['books', 'contributors'],
  'server/features/settings': ['books'],
  'server/features/spreadsheets': ['books', 'imports', 'jobs', 'releases'],
  'server/features/subjects': ['spreadsheets'],
  'server/features/trash': ['audit-log'],
  'server/features/users': ['auth'],
  'web/features/audit-log': ['trash'],
  'web/features/contributors': ['books', 'bulk'],
  'web/features/imports': ['books'],
  'web/features/book-content': ['books'],
  'web/features/books': ['bulk'],
  'web/features/backup': ['settings'],
  'web/features/bulk': ['books'],
  'web/features/catalogue-health': ['reports'],
  'web/features/mobile-configs': ['bulk'],
  'web/features/releases': ['mobile-configs'],
  'web/features/series': ['collections'],
  'web/features/reports': ['catalogue-health'],
};

/**
 * Folders that may import a package. A name that ends with * matches all names with that prefix.
 * @type {readonly (readonly [name: string, folders: RegExp])[]}
 */
const packageOwners = [
  ['zod', /^(contract|server|web|client)\//],
  ['better-sqlite3', /^server\/core\/db\/dialects\//],
  ['pg', /^(server\/core\/db\/dialects|e2e\/fault-injection)\//],
  ['kysely', /^server\/(core|features)\//],
  ['fastify', /^server\/(core\/http\/|app\/|features\/[^/]+\/[^/]+$)/],
  ['@fastify/*', /^server\/core\/http\//],
  ['aws4fetch', /^server\/core\/blobs\//],
  ['sharp', /^server\/(core\/media|demo)\//],
  ['music-metadata', /^server\/(core\/media|features\/(audio|book-content|imports))\//],
  ['strtok3', /^server\/features\/imports\//],
  ['yauzl', /^server\/features\/imports\//],
  ['yazl', /^server\/features\/(exports|spreadsheets)\//],
  ['htmlparser2', /^server\/(core\/blobs|features\/(imports|spreadsheets))\//],
  ['mediabunny', /^server\/(core\/media|features\/audio)\//],
  ['@humansignal/*', /^server\/features\/audio\//],
  ['@wasm-audio-decoders/*', /^server\/features\/audio\//],
  ['mpg123-decoder', /^server\/features\/audio\//],
  ['ogg-opus-decoder', /^server\/features\/audio\//],
  ['@node-rs/argon2', /^server\/core\/auth\//],
  ['nodemailer', /^server\/core\/mail\//],
  ['@zxcvbn-ts/*', /^(server\/core\/auth|web\/core\/lib)\//],
  ['react-dom*', /^web\/main\.tsx$/],
  ['react-redux', /^web\/(core\/(store|components)|features|app)\//],
  ['@reduxjs/*', /^web\/(core\/(store|components)|features|app)\//],
  ['react-router', /^web\/(core\/components|features|app|main\.tsx)/],
  ['@mantine/*', /^web\/(ui|core\/components|features|app)\//],
  ['i18next', /^web\/(core\/i18n|ui|app)\//],
  ['react-i18next', /^web\/(core|ui|features|app)\//],
  ['react*', /^web\//],
];

/** The files of the server tests that browser tests use: an OpenID provider, and an email of each template. */
const testFilesForBrowsers = new Set(['server/testing/oidc-server.ts', 'server/testing/sample-emails.ts']);

/** The files that may import the HTTP server: routes, the modules that list them, and the application. */
const mayServe = /^server\/app\/|^server\/core\/http\/|\.(routes|module)\.ts$/;

const isTest = (/** @type {string} */ file) =>
  /\.test\.tsx?$|\.test\.mjs$|\/testing\/|^(bench|scripts|client)\//.test(file);

const folderOf = (/** @type {string} */ file) =>
  /^(?:server|web)\/(?:core|features)\/[^/]+|^[^/]+\/[^/]+/.exec(file)?.[0] ?? file;

/**
 * Returns the error for an import of a repository file; undefined if the import is allowed.
 * @param {string} file
 * @param {string} target
 */
export function fileError(file, target) {
  if (isTest(file)) return undefined;
  const side = file.split('/', 1)[0];
  if (target.startsWith('contract/') && side !== 'e2e') return undefined;
  if (side === 'e2e' && testFilesForBrowsers.has(target)) return undefined;
  if (/\/testing\/|\.test\./.test(target)) return 'only tests import it';
  const isMigration = /^server\/core\/db\/migrations\/\d/.test(file);
  if (!isMigration && folderOf(file) === folderOf(target)) return undefined;
  const features = featureDependencies[folderOf(file)] ?? [];
  if (features.some((name) => target.startsWith(`${side}/features/${name}/`))) return undefined;
  if (target.startsWith('server/core/http/') && !mayServe.test(file)) return 'only routes import it';
  const rule = folderRules.find(({ files }) => files.test(file));
  return rule && !rule.may.some((folder) => folder.test(target))
    ? 'this folder may not import that one'
    : undefined;
}

/**
 * Returns the error for an import of a package; undefined if the import is allowed.
 * @param {string} file
 * @param {string} name
 */
export function packageError(file, name) {
  if (isTest(file)) return undefined;
  if (file.startsWith('contract/') && !/^zod(\/|$)/.test(name)) return 'the contract imports zod only';
  if (/^server\/core\/db\/migrations\/\d/.test(file) && name !== 'kysely' && !name.startsWith('node:'))
    return 'a migration imports kysely and Node.js only';
  const matches = (/** @type {string} */ pattern) =>
    pattern.endsWith('*')
      ? name.startsWith(pattern.slice(0, -1))
      : name === pattern || name.startsWith(`${pattern}/`);
  const owner = packageOwners.find(([pattern]) => matches(pattern));
  if (owner && !owner[1].test(file)) return 'this package belongs to another folder';
  return undefined;
}

/** Returns the TypeScript files of the repository with their content. */
function sourceTexts() {
  const files = ['contract', 'server', 'web', 'client', 'e2e']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        posix.join(folder, name.replaceAll('\\', '/')),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/**
 * Returns one message for each import that breaks a rule.
 * @param {ReadonlyMap<string, string>} texts
 * @param {ReturnType<typeof aliasesOf>} aliases
 */
export async function importErrors(texts, aliases) {
  const { specifiers, graph } = await readGraph(texts, aliases);
  const context = { files: new Set(texts.keys()), aliases };
  const errors = [];
  for (const [file, names] of specifiers)
    for (const name of names) {
      const target = resolveImport(file, name, context);
      const isOwn = target !== undefined || /^[.#]/.test(name);
      const error = target ? fileError(file, target) : isOwn ? undefined : packageError(file, name);
      if (error) errors.push(`${file} imports ${target ?? name}: ${error}.`);
    }
  for (const cycle of findCycles(graph)) errors.push(`Import cycle: ${cycle.join(' -> ')}`);
  return errors;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await command(async () => {
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const texts = sourceTexts();
    const errors = await importErrors(texts, aliasesOf(imports));
    for (const error of errors) console.error(error);
    if (errors.length > 0) process.exit(1);
    console.log(`The imports of ${texts.size} files follow scripts/import-rules.mjs.`);
  });
