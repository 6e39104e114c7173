import { formatCount } from '#contract/core/format-count';
import { importLimits } from '#contract/imports/import-limits';
import type { ParsedProblem, ParsedText } from './parsed.ts';

type TextLimits = Readonly<Record<'maxChapters' | 'maxTextItems' | 'maxTextItemLength', number>>;

const countOf = (texts: readonly ParsedText[]): number =>
  texts.reduce((sum, { items }) => sum + items.length, 0);

/** Merges the chapters above the limit of a book into the last chapter. */
function withFewerChapters(texts: readonly ParsedText[], maxChapters: number): readonly ParsedText[] {
  if (texts.length <= maxChapters) return texts;
  const firstTexts = texts.slice(0, maxChapters - 1);
  const joinedTexts = texts.slice(maxChapters - 1);
  const [first] = joinedTexts;
  if (!first) return firstTexts;
  const { title, source } = first;
  return [...firstTexts, { title, source, items: joinedTexts.flatMap(({ items }) => items) }];
}

/** Merges neighbouring items when the result is not too long. Merged items have no times. */
function withFewerItems(text: ParsedText, maxLength: number): ParsedText {
  const items: string[] = [];
  let isJoined = true;
  for (const item of text.items) {
    const joinedText = `${items.at(-1)} ${item}`;
    isJoined = !isJoined && joinedText.length <= maxLength;
    if (isJoined) items[items.length - 1] = joinedText;
    else items.push(item);
  }
  const { details: _times, ...rest } = text;
  return { ...rest, items };
}

/** Merges chapters and items above the limits of a book, and adds a problem. No text is lost. */
export function withinLimits(
  texts: readonly ParsedText[],
  { maxChapters, maxTextItems, maxTextItemLength }: TextLimits = importLimits,
): { texts: readonly ParsedText[]; problems: ParsedProblem[] } {
  const problems: ParsedProblem[] = [];
  let remainingTexts = withFewerChapters(texts, maxChapters);
  if (remainingTexts.length < texts.length)
    problems.push({
      kind: 'limit',
      message: `The text has more than ${formatCount(maxChapters)} chapters. The last chapters were merged.`,
    });
  const most = countOf(remainingTexts);
  for (let before = most + 1; countOf(remainingTexts) > maxTextItems && countOf(remainingTexts) < before; ) {
    before = countOf(remainingTexts);
    remainingTexts = remainingTexts.map((text) => withFewerItems(text, maxTextItemLength));
  }
  if (countOf(remainingTexts) < most)
    problems.push({
      kind: 'limit',
      message: `The text has more than ${formatCount(maxTextItems)} paragraphs. Adjacent paragraphs were merged.`,
    });
  return { texts: remainingTexts, problems };
}
