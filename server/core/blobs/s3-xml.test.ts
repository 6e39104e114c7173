import { expect, test } from 'vitest';
import { escapeXml, readXml, textIn } from './s3-xml.ts';

test('reads elements and decodes entities', () => {
  const page = readXml(
    `<?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>blobs</Name><Marker/>
      <NextContinuationToken>a&amp;b&#43;c</NextContinuationToken>
      <Contents><Key>one &lt;1&gt;</Key><Owner><ID>x</ID></Owner></Contents><Contents><Key>two</Key></Contents>
    </ListBucketResult>`,
  );
  expect(page.name).toBe('ListBucketResult');
  expect(textIn(page, 'NextContinuationToken')).toBe('a&b+c');
  expect([textIn(page, 'Marker'), textIn(page, 'Key'), textIn(page, 'Missing')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const contents = page.children.filter(({ name }) => name === 'Contents');
  expect(contents.map((entry) => textIn(entry, 'Key'))).toEqual(['one <1>', 'two']);
});

test('returns an element without a name for other texts', () => {
  expect(readXml('').name).toBe('');
  expect(readXml('not found').name).toBe('');
});

test('escapes texts', () => {
  expect(escapeXml(`"a" & <b>`)).toBe('&quot;a&quot; &amp; &lt;b&gt;');
});
