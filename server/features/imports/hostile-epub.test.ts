import { expect, test } from 'vitest';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeEpub } from '#server/testing/epub-files';
import { inspectInWorker, readerLimits } from './file-parser.ts';

const MAX_MS = readerLimits.time / 2;
const never = () => new AbortController().signal;
const megabyteOf = (text: string) => text.repeat(Math.floor(900_000 / text.length));

const pages: Readonly<Record<string, string>> = {
  'elements inside one another': megabyteOf('<b>'),
  'sections inside one another': megabyteOf('<section>'),
  'ends without a start': megabyteOf('</b>'),
  'attributes of one element': `<p ${megabyteOf('a="" ')}>Text</p>`,
  entities: megabyteOf('&#x2603;'),
  'an element that never ends': `<p title="${megabyteOf('<')}`,
};

test.each(Object.entries(pages))('reads or rejects a small EPUB of %s without delay', async (_what, body) => {
  const epub = await makeEpub({ chapters: [{ title: 'One', body }] });
  expect(epub.length).toBeLessThan(20_000);
  const before = performance.now();
  const result = await inspectInWorker('a.epub', { source: sourceOfBuffer(epub), signal: never() });
  expect(performance.now() - before).toBeLessThan(MAX_MS);
  expect(['epub', 'unread']).toContain(result.kind);
});
