import { expect, test } from 'vitest';
import { commentErrorsIn } from './comment-rules.mjs';

test.each([
  ['/** What a list has. */', 1],
  ['/*\n * How it works.\n */', 1],
  ['const size = 3; // Whether it is large.', 1],
  ['  {/* Where it is. */}', 1],
])('rejects %s', (text, line) =>
  expect(commentErrorsIn('web/a.ts', text)).toEqual([
    expect.stringMatching(new RegExp(`^web/a\\.ts:${line}: the comment begins with`)),
  ]),
);

test.each([
  ['/** The requests of whoever signs in. */', 'whoever'],
  ['/*\n * Files that came with the form.\n */', 'came'],
  ['  // Nobody reads it.', 'Nobody'],
])('rejects vague words in %s', (text, word) =>
  expect(commentErrorsIn('web/a.ts', text)).toEqual([expect.stringContaining(`contains "${word}"`)]),
);

test.each([
  "const text = 'Nobody came.';",
  '/** The books of a list. */',
  '/*\n * The way of a request.\n */',
  '// The first line explains\n// Which of them is used.',
  "const text = 'What is it?';",
  '/** Whatsoever. */',
])('accepts %s', (text) => expect(commentErrorsIn('web/a.ts', text)).toEqual([]));
