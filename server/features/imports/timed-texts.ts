import type { ProposalChapter } from '#contract/imports/import-proposal';
import type { ChapterInput } from '#server/features/books/book-chapters';
import type { ItemTimes, StoredProposalText, TextDetails } from './proposal/text-details.ts';

/** Tolerance of times outside a chapter: audio is cut at frame boundaries. */
const SLACK_SECONDS = 0.1;

type TextInput = ChapterInput['text_items'][number];

/** Returns true for a chapter with the texts of an exported chapter. Only such chapters have its code and lock. */
const isAsExported = ({ texts }: ProposalChapter, { items }: StoredProposalText): boolean =>
  texts.length === 1 && texts[0]?.from === 0 && texts[0].to === items.length;

/** Returns true when the times of a text are valid in the audio of a chapter. Times are seconds in a file. */
const isInSameAudio = ({ audio }: ProposalChapter, { file }: StoredProposalText): boolean =>
  (audio?.file ?? null) === file;

function inputOf(
  text: string,
  times: ItemTimes | null | undefined,
  isInside: (start: number | null, end: number | null) => boolean,
): TextInput {
  if (!times) return { text };
  const [starts_at, ends_at, confidence, time_state, sentences] = times;
  return isInside(starts_at, ends_at)
    ? { text, times: { starts_at, ends_at, confidence, time_state, sentences } }
    : { text };
}

/** Returns the details of an exported chapter that has only audio. Its ID is the number of its stored texts. */
function detailsWithoutTexts(
  chapter: ProposalChapter,
  storedTexts: readonly StoredProposalText[],
): TextDetails | undefined {
  const ownTexts = chapter.texts.length === 0 ? storedTexts[Number(chapter.id.slice(1)) - 1] : undefined;
  return ownTexts &&
    ownTexts.details !== null &&
    ownTexts.items.length === 0 &&
    isInSameAudio(chapter, ownTexts)
    ? (JSON.parse(ownTexts.details) as TextDetails)
    : undefined;
}

/** Returns the text items of a chapter, with the times, codes and lock of the exported book where they are still valid. */
export function textsOfChapter(
  chapter: ProposalChapter,
  storedTexts: readonly StoredProposalText[],
): Pick<ChapterInput, 'text_items' | 'code' | 'is_locked' | 'audio_without_text'> {
  const { audio } = chapter;
  let last = 0;
  const isInside = (start: number | null, end: number | null) => {
    if (start === null) return true;
    if (start < last) return false;
    if (audio && (start < audio.start - SLACK_SECONDS || (end ?? start) > audio.end + SLACK_SECONDS))
      return false;
    last = start;
    return true;
  };
  let whole = detailsWithoutTexts(chapter, storedTexts);
  const text_items = chapter.texts.flatMap(({ text: textIndex, from, to }): TextInput[] => {
    const text = storedTexts[textIndex];
    if (!text) return [];
    const items = text.items.slice(from, to);
    if (text.details === null || !isInSameAudio(chapter, text)) return items.map((item) => ({ text: item }));
    const details = JSON.parse(text.details) as TextDetails;
    if (isAsExported(chapter, text)) whole = details;
    return items.map((item, index) => inputOf(item, details.times[from + index], isInside));
  });
  if (!whole) return { text_items };
  const { code, codes, is_locked, audio_without_text } = whole;
  const isUnique = new Set(codes).size === codes.length && !codes.includes('');
  return {
    text_items: isUnique ? text_items.map((item, index) => ({ ...item, code: codes[index] })) : text_items,
    ...(code !== '' && { code }),
    ...(is_locked && { is_locked }),
    ...(audio_without_text.length > 0 && { audio_without_text }),
  };
}

/** Returns chapters with their exported codes when all have one; else without codes, so that new ones are created. */
export function withUniqueCodes(chapters: readonly ChapterInput[]): ChapterInput[] {
  const codes = new Set(chapters.map(({ code }) => code));
  if (!codes.has(undefined) && codes.size === chapters.length) return [...chapters];
  return chapters.map(({ code: _code, ...chapter }) => chapter);
}
