/**
 * Aligns the texts of the complete books with their audio, as the product does, and writes the results to `../content/alignment.ts`. Run
 * manually when a text or its audio changes: `node server/demo/media/align.mjs`. It takes a minute or two, which is too
 * long while the demo loads.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageShortCode } from '#contract/core/languages';
import { timesOfText } from '#server/features/book-content/aligned-times';
import { run } from '#server/features/book-content/alignment/align-child';
import { completeBookTexts } from '../content/complete-books.ts';
import { narration } from '../content/narration.ts';
import { toSlug } from '../content/to-slug.ts';

const here = import.meta.dirname;
const states = { aligned: 'a', low_confidence: 'd', missing_in_audio: 'u' };

/** Formats each sentence as `from to start end confidence state`. */
const toWritten = ({ sentences }) =>
  sentences
    .map(({ from, to, start, end, confidence, state }) =>
      [from, to, start ?? '-', end ?? '-', Math.round(confidence * 1_000) / 1_000, states[state]].join(' '),
    )
    .join(', ');

const fileOf = (path, chapters) => ({
  path: join(here, path),
  extension: path.slice(path.lastIndexOf('.') + 1),
  chapters,
});

async function alignBook({ name, language, chapters }) {
  const bookNarration = narration[toSlug(name)];
  const short = languageShortCode(language) ?? 'en';
  const orders = chapters.map(({ texts }, id) => ({
    id,
    start: bookNarration.chapters[id].start ?? 0,
    end: bookNarration.chapters[id].end ?? null,
    texts: texts.map((text) => ({ text })),
  }));
  const files = bookNarration.audio
    ? [fileOf(bookNarration.audio, orders)]
    : orders.map((order, index) => fileOf(bookNarration.chapters[index].audio, [order]));
  const result = await run({ files, language: short, ffmpeg: null }, () => undefined);
  return result
    .toSorted((a, b) => a.id - b.id)
    .map(({ sentences }, index) =>
      orders[index].texts.map((_text, item) =>
        toWritten(timesOfText(sentences.filter((sentence) => sentence.item === item))),
      ),
    );
}

const lines = [];
for (const book of completeBookTexts) {
  const chapters = await alignBook(book);
  lines.push(`  '${toSlug(book.name)}': ${JSON.stringify(chapters)},`);
  process.stdout.write(`${book.name}\n`);
}
writeFileSync(
  join(here, '../content/alignment.ts'),
  `// Written by media/align.mjs from the texts and the audio files themselves.\n` +
    `/** By book, chapter and text: its sentences, each as \`from to start end confidence state\`. */\n` +
    `export const alignment: Readonly<Record<string, readonly (readonly string[])[]>> = {\n${lines.join('\n')}\n};\n`,
);
