import type { DraftChapter } from '#contract/imports/import-proposal';
import type { ParsedText } from '../parsers/parsed.ts';
import { nameOf } from './proposal-chapters.ts';
import type { AudioFile, EpubFile } from './read-file.ts';

/** The file inside the EPUB in which a text is spoken. */
export function spokenFile(
  { spoken }: ParsedText,
  epub: EpubFile | undefined,
  inner: readonly AudioFile[] = [],
): AudioFile | undefined {
  return spoken && inner.find(({ path }) => path === `${epub?.path ?? ''}/${spoken.audio}`);
}

/** The chapters of a book whose Media Overlays say where each text is spoken: from its beginning to that of the next one in the file. */
export function chaptersOfOverlays(
  texts: readonly ParsedText[],
  fileOf: (text: ParsedText) => AudioFile | undefined,
  indexOf: (path: string) => number,
): DraftChapter[] {
  const usedTexts = texts.flatMap((text, index) => (text.leftOut === undefined ? [{ text, index }] : []));
  const starts = Map.groupBy(
    usedTexts.flatMap(({ text }) => (text.spoken ? [text.spoken] : [])),
    ({ audio }) => audio,
  );
  return usedTexts.map(({ text, index }, position): DraftChapter => {
    const { spoken } = text;
    const file = fileOf(text);
    const others = starts.get(spoken?.audio ?? '')?.map(({ start }) => start) ?? [];
    const start = spoken?.start ?? 0;
    const next = Math.min(...others.filter((other) => other > start), file?.found.seconds ?? 0);
    const isFirst = others.every((other) => other >= start);
    const audio =
      spoken && file && next > start
        ? { file: indexOf(file.path), start: isFirst ? 0 : start, end: next }
        : null;
    return {
      id: `c${position + 1}`,
      ...nameOf(text, undefined, position + 1),
      audio,
      texts: [{ text: index, from: 0, to: text.items.length }],
      confidence: audio ? 1 : null,
      reason: audio ? 'The EPUB has the times of its text.' : '',
    };
  });
}
