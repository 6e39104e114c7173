import { afterClosingQuote, isContinued, type SentenceRules, sentenceRules } from './sentence-rules.ts';

interface Language extends SentenceRules {
  readonly segmenter: Intl.Segmenter;
}

const languagesByTag = new Map<string, Language>();
/** The maximum number of cached segmenters. Language tags are part of books and requests. */
const knownMost = 40;

function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    // For an invalid tag, the Unicode rules for all languages apply.
    return new Intl.Segmenter('und', { granularity: 'sentence' });
  }
}

function languageOf(tag: string): Language {
  const matchingLanguage = languagesByTag.get(tag);
  if (matchingLanguage) return matchingLanguage;
  const normal = tag.trim().replaceAll('_', '-');
  const language = {
    segmenter: segmenterOf(normal),
    ...sentenceRules(normal.split('-')[0]?.toLowerCase() ?? ''),
  };
  if (languagesByTag.size >= knownMost) languagesByTag.clear();
  languagesByTag.set(tag, language);
  return language;
}

/** Splits a text into sentences, each with its trailing white space. Unicode boundaries are merged by the rules of the language. */
export function segmentSentences(text: string, language: string): { segment: string; index: number }[] {
  const rules = languageOf(language);
  const sentences: { segment: string; index: number }[] = [];
  let last: { segment: string; index: number } | undefined;
  let isJoined = false;
  const close = (end: number) => {
    if (isJoined && last) last.segment = text.slice(last.index, end);
    isJoined = false;
  };
  for (const { segment, index } of rules.segmenter.segment(text)) {
    const sentenceEnd = last ? afterClosingQuote(text, index) : index;
    const end = index + segment.length;
    if (last && (sentenceEnd >= end || isContinued(text, { from: last.index, offset: sentenceEnd }, rules)))
      isJoined = true;
    else {
      isJoined ||= sentenceEnd > index;
      close(sentenceEnd);
      last = { segment: sentenceEnd > index ? text.slice(sentenceEnd, end) : segment, index: sentenceEnd };
      sentences.push(last);
    }
  }
  close(text.length);
  return sentences;
}
