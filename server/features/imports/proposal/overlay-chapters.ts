import type { ProposalChapter } from '#contract/imports/import-proposal';
import type { ParsedText } from '../parsers/parsed.ts';
import { nameOf } from './proposal-chapters.ts';
import type { AudioFile, EpubFile } from './read-file.ts';

/** Returns the file in the EPUB with the narration of a text. */
export function spokenFile(
  { spoken }: ParsedText,
  epub: EpubFile | undefined,
  inner: readonly AudioFile[] = [],
): AudioFile | undefined {
  return spoken && inner.find(({ path }) => path === `${epub?.path ?? ''}/${spoken.audio}`);
}

/** Returns the chapters of a book with Media Overlays. Each starts at its own narration and ends at the next one in the file. */
export function chaptersOfOverlays(
  texts: readonly ParsedText[],
  fileOf: (text: ParsedText) => AudioFile | undefined,
  indexOf: (path: string) => number,
): ProposalChapter[] {
  const usedTexts = texts.flatMap((text, index) => (text.excluded === undefined ? [{ text, index }] : []));
  const starts = Map.groupBy(
    usedTexts.flatMap(({ text }) => (text.spoken ? [text.spoken] : [])),
    ({ audio }) => audio,
  );
  return usedTexts.map(({ text, index }, position): ProposalChapter => {
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
      reason: audio ? 'The EPUB contains the audio times of this text.' : '',
    };
  });
}
