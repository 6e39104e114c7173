import type { createImportsApi } from '#web/core/api/imports-api.ts';
import { splitTexts, type TextRange } from './chapter-edits.ts';

/** Returns the ranges of text items for the paragraphs `start` to `start + count` of a chapter. */
export function rangesIn(texts: readonly TextRange[], start: number, count: number): TextRange[] {
  const [, behind] = splitTexts(texts, start);
  return splitTexts(behind, count)[0];
}

/** Reads the paragraphs at these positions in as few requests as possible. */
export async function readItems(
  api: ReturnType<typeof createImportsApi>,
  {
    importId,
    positions,
    signal,
  }: { readonly importId: number; readonly positions: readonly TextRange[]; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const texts = await Promise.all(
    positions.map(async ({ text, from, to }) => {
      const size = api.textsPageSize;
      const first = Math.floor(from / size) + 1;
      const last = Math.floor((to - 1) / size) + 1;
      const numbers = Array.from({ length: last - first + 1 }, (_, step) => first + step);
      const pages = await Promise.all(
        numbers.map((page) => api.texts(importId, { text, page, options: { signal } })),
      );
      return pages.flatMap(({ items }) => items).filter(({ position }) => position >= from && position < to);
    }),
  );
  return texts.flat().map(({ text }) => text);
}
