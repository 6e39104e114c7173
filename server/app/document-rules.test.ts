import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TextKind, textProblems } from '#contract/testing/text-rules';
import { packageRoot } from '#server/core/package-root';

/* Checks the documentation: headings, paragraphs, list items and cells of tables. Code in them is not prose. */

const paths = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'client/README.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];
const documents: ReadonlyMap<string, string> = new Map(
  paths.map((path) => [path, readFileSync(join(packageRoot, path), 'utf8')]),
);

interface DocumentText {
  readonly text: string;
  readonly kind: TextKind;
}

/** Removes blocks of code, addresses of links and emphasis. Inline code becomes one word, and so does a list of it. */
const proseOf = (markdown: string): string =>
  markdown
    .replaceAll(/^ *```[^]*?^ *```$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]+`/g, 'CODE')
    .replaceAll(/CODE(?:(?:,| →|;| and)\s+CODE)+/g, 'CODE')
    .replaceAll('**', '');

const listMark = /^\s*(?:[-*]|\d+\.)\s+/;
const tableLine = /^\|[\s:|-]+\|$/;

function textsOf(markdown: string): DocumentText[] {
  const blocks: { kind: TextKind; lines: string[] }[] = [];
  let isParagraph = false;
  const lines = proseOf(markdown).split('\n');
  lines.forEach((line, index) => {
    const isHeading = line.startsWith('#');
    const isRow = line.startsWith('|');
    const continues = isParagraph && !listMark.test(line);
    isParagraph = line.trim() !== '' && !isHeading && !isRow;
    // Headings and head cells are labels.
    if (isHeading) blocks.push({ kind: 'reference', lines: [line.replace(/^#+ /, '')] });
    else if (isRow) {
      const kind = tableLine.test(lines[index + 1] ?? '') ? 'reference' : 'document';
      blocks.push(...line.split('|').map((cell): (typeof blocks)[number] => ({ kind, lines: [cell] })));
    } else if (isParagraph && continues) blocks.at(-1)?.lines.push(line);
    else if (isParagraph) blocks.push({ kind: 'document', lines: [line.replace(listMark, '')] });
  });
  return blocks.map(({ kind, lines: blockLines }) => ({
    kind,
    text: blockLines.map((line) => line.trim()).join(' '),
  }));
}

const problemsOf = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([path, markdown]) =>
    textsOf(markdown).flatMap(({ text, kind }) =>
      textProblems(text, kind).map((problem) => `${path} ${problem}: ${text}`),
    ),
  );

test('every document follows the rules', () => {
  expect([...documents.values()].flatMap(textsOf).length).toBeGreaterThan(2000);
  expect(problemsOf(documents)).toEqual([]);
});

test('is no longer than about 15,000 words, without the generated permissions', () => {
  const words = [...documents]
    .filter(([path]) => path !== 'docs/who-may-do-what.md')
    .flatMap(([, markdown]) => markdown.split(/\s+/).filter((word) => /[A-Za-z]/.test(word)));
  expect(words.length).toBeLessThan(15_750);
});

test('reads every document', () => {
  const brokenDocuments = new Map(
    [...documents].map(([path, markdown]) => [path, `${markdown}\n\nWhoever.\n`]),
  );
  expect(problemsOf(brokenDocuments)).toEqual(paths.map((path) => `${path} uses “Whoever”: Whoever.`));
});

test.each<[kind: string, text: string]>([
  ['paragraphs', 'Lectern is the back-office'],
  ['continued lines', 'It scales to a million books'],
  ['headings', 'Run in a container'],
  ['head cells', 'command |'],
  ['cells', 'run the benchmarks'],
  ['link texts', 'architecture](docs/architecture.md)'],
])('reads %s', (_kind, text) => {
  const readme = documents.get('README.md') ?? '';
  expect(readme).toContain(text);
  const brokenDocuments = new Map([['README.md', readme.replace(text, () => `everybody ${text}`)]]);
  expect(problemsOf(brokenDocuments)).toEqual([expect.stringContaining('README.md uses “everybody”')]);
});

test.each([
  ['A book she likes', 'uses “she”'],
  [`A ${'very '.repeat(25)}long text`, 'has a sentence of 28 words'],
  ['- An item\n- A "quoted" item', 'has straight quotes'],
  ["1. A user's item", 'has straight quotes'],
  ['## Where it is', 'starts with what, how, who or where'],
  ['| what | purpose |\n|---|---|', 'starts with what, how, who or where'],
  ['Wait…', 'has “…” for “...”'],
  ['| limit | 5 MiB |', 'has a binary unit'],
  ['5 % of it', 'has a space before %'],
])('rejects %j', (markdown, problem) => {
  expect(problemsOf(new Map([['docs/a.md', markdown]]))).toEqual([
    expect.stringMatching(new RegExp(`^docs/a\\.md ${problem.replaceAll('.', '\\.')}: `)),
  ]);
});

test.each([
  '`x` → `y`, '.repeat(30),
  '```sh\necho "whoever…"\n```',
  'Use `whoever…` and [the list](she "her").',
  '  ```ts\n  const everybody = 5;\n  ```\n\nWhere Linux allows it.',
])('accepts %j', (markdown) => {
  expect(problemsOf(new Map([['docs/a.md', markdown]]))).toEqual([]);
});
