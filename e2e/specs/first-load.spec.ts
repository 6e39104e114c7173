import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** The maximum size of the first load, which includes the books screen, in bytes with Brotli. Raise it only for what every screen needs. */
const FIRST_LOAD = 233_000;
/** The maximum size of the texts that are loaded with the first other screen or dialog. */
const LATER_TEXTS = 24_500;
/** The maximum size of the first load with what a screen loads in addition. */
const SCREEN = 356_200;
/** Screens with a larger budget. */
const LARGE_SCREENS: Readonly<Record<string, number>> = {
  'content-editor': 391_900,
  'mobile-config': 367_200,
  'mobile-configs': 367_800,
  review: 373_300,
};
/** The keys of later texts that the first load uses, because their modules repeat these texts. `user.id`, `user.name` and `releases.unsupported` are no texts. */
const REPEATED_KEYS =
  /^(\w+\.(heading|entry)|mobileConfigs\.(id|mainService)|reports\.(health|auditLog)|settings\.(general|catalogue|media|sign_in)|spreadsheets\.export\w*|user\.(id|name)|releases\.unsupported)$/;

const dist = join(import.meta.dirname, '..', '..', 'dist');
const web = join(dist, 'web');

/** Returns the scripts and style sheets that the page loads before any screen. */
function filesOfPage(): string[] {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  return [...new Set([...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file))];
}

const sizeOf = (file: string): number =>
  statSync(join(web, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(web, file)).size;

const sizeOfAll = (files: readonly string[]): number => files.reduce((sum, file) => sum + sizeOf(file), 0);

function laterTexts(): string {
  const file = readdirSync(join(web, 'assets')).find((name) => /^later-messages-.*\.js$/.test(name));
  if (file === undefined) throw new Error('The later texts have no file.');
  return `assets/${file}`;
}

test('the first load and each screen stay within their budgets', () => {
  const first = filesOfPage();
  expect(first.length).toBeGreaterThan(1);
  const list = first.map((file) => `${sizeOf(file)} ${file}`).join('\n');
  expect(
    sizeOfAll(first),
    `The first load is larger than its budget:\n${list}\nLoad new code with the screen that needs it (createLazyComponent).`,
  ).toBeLessThanOrEqual(FIRST_LOAD);
  expect(sizeOf(laterTexts())).toBeLessThanOrEqual(LATER_TEXTS);
  const screens = JSON.parse(readFileSync(join(dist, 'web-screens.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  expect(Object.keys(screens).length).toBeGreaterThan(30);
  const large = Object.entries(screens)
    .map(([name, files]) => ({ name, bytes: sizeOfAll([...new Set([...first, ...files])]) }))
    .filter(({ name, bytes }) => bytes > (LARGE_SCREENS[name] ?? SCREEN));
  expect(large).toEqual([]);
});

/** Returns the keys of a file of texts, without the ends of plurals. */
function keysOf(file: string, prefix: string): string[] {
  const source = readFileSync(join(dist, '..', 'web', 'features', file), 'utf8');
  const names = [...source.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) =>
    name.replace(/_(one|other)$/, ''),
  );
  return [...new Set(names)].map((name) => `${prefix}${name}`);
}

const usesKey = (text: string, key: string): boolean =>
  ['"', "'", '`', '.'].some((end) => ['"', "'", '`'].some((start) => text.includes(start + key + end)));

test('the first load uses no text that is loaded later', () => {
  const modules = [
    ...readFileSync(join(web, laterTexts()), 'utf8').matchAll(/(?:as |,|\{)(\w+):\w+(?=[,}])/g),
  ];
  const common = readFileSync(join(dist, '..', 'web', 'core', 'i18n', 'en', 'later.ts'), 'utf8');
  const names = new Set([...common.matchAll(/import \{ (\w+) \}/g), ...modules].map(([, name = '']) => name));
  for (const name of ['imports', 'login', 'settings', 'sortable']) expect(names).toContain(name);
  const texts = filesOfPage()
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(web, file), 'utf8'));
  const keys = texts
    .flatMap((text) => [...text.matchAll(/["'`](\w+)\.(\w+)["'`]/g)])
    .flatMap(([, name = '', key = '']) => (names.has(name) ? [`${name}.${key}`] : []));
  expect(keys.length).toBeGreaterThan(5);
  expect([...new Set(keys.filter((key) => !REPEATED_KEYS.test(key)))]).toEqual([]);
  const laterKeys = [
    ...keysOf('books/book-form.messages.ts', 'books.'),
    ...keysOf('bulk/bulk.messages.ts', 'books.select.'),
  ];
  expect(laterKeys.length).toBeGreaterThan(100);
  expect(laterKeys.filter((key) => texts.some((text) => usesKey(text, key)))).toEqual([]);
});

test('the files of the server contain only ASCII characters, so that they need one byte per character in memory', () => {
  const server = join(dist, 'server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  expect(files.length).toBeGreaterThan(30);
  const isAscii = (file: string) => readFileSync(join(server, file)).every((byte) => byte < 0x80);
  expect(files.filter((file) => !isAscii(file) && !file.includes('api-docs/page'))).toEqual([]);
});
