import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import { levelProblems, type LevelProblem } from '#contract/audio/store-levels';
import type { BookContentChapter, BookContentTextItem } from '#contract/book-content/book-content';
import type { ProofingEntry } from './proofing.ts';
import { proofingDetails, proofingLimits } from './proofing-reasons.ts';

/** Seconds in the file of the chapter. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A sentence of a chapter. A text that has times only as a whole is one sentence. */
interface Sentence extends Pick<BookContentTextItem, 'start' | 'end' | 'state' | 'confidence'> {
  readonly text: string;
  readonly text_item_id: number;
  readonly sentence: number;
}

type FileEntry = Omit<ProofingEntry, 'start' | 'end'> & Span;

/** A pause this close to the edge of a chapter, in seconds, is the silence at its start or end. */
const EDGE = 0.1;

function sentencesOf({ id, text, sentences, ...times }: BookContentTextItem): Sentence[] {
  if (sentences.length === 0) return [{ ...times, text, text_item_id: id, sentence: 0 }];
  return sentences.map(({ from, to, ...own }, index) => ({
    ...own,
    text: text.slice(from, to).trim(),
    text_item_id: id,
    sentence: index,
  }));
}

/** Returns the spans that overlap a range, cut at its ends. A file has tens of thousands, so the first one is searched by bisection. */
function spansWithin(spans: readonly Span[], range: Span): Span[] {
  let first = 0;
  for (let last = spans.length; first < last; ) {
    const middle = (first + last) >> 1;
    if ((spans[middle]?.end ?? 0) <= range.start) first = middle + 1;
    else last = middle;
  }
  const ownSpans: Span[] = [];
  for (let index = first; index < spans.length; index += 1) {
    const { start, end } = spans[index]!;
    if (start >= range.end) break;
    ownSpans.push({ start: Math.max(start, range.start), end: Math.min(end, range.end) });
  }
  return ownSpans;
}

const noSentence = { text: '', text_item_id: null, sentence: null };

const sentenceFieldsOf = ({ text, text_item_id, sentence }: Sentence) => ({ text, text_item_id, sentence });

/** Returns the sentence that is spoken at a time, or the last one before it. */
function sentenceBefore(sentences: readonly Sentence[], time: number) {
  const sentence = sentences.findLast(({ start }) => start !== null && start <= time);
  return sentence ? sentenceFieldsOf(sentence) : noSentence;
}

/** Returns sentences that were not found in the audio, at the place where they are missing, and those with uncertain times. */
function textEntries(sentences: readonly Sentence[], range: Span): FileEntry[] {
  let position = range.start;
  return sentences.flatMap((sentence, index): FileEntry[] => {
    const { start, end, state, confidence } = sentence;
    if (start !== null && end !== null) {
      position = Math.max(position, end);
      if (state !== 'low_confidence') return [];
      const detail = proofingDetails.low_confidence(confidence);
      return [{ reason: 'low_confidence', start, end, detail, ...sentenceFieldsOf(sentence) }];
    }
    if (state !== 'missing_in_audio') return [];
    const next = sentences.slice(index).find((later) => later.start !== null)?.start ?? range.end;
    return [
      {
        reason: 'missing_in_audio',
        start: position,
        end: Math.max(position, next),
        detail: proofingDetails.missing_in_audio,
        ...sentenceFieldsOf(sentence),
      },
    ];
  });
}

type PauseReason = 'long_pause' | 'silence_at_start' | 'silence_at_end';

/** Returns the reason why a pause is reported; undefined for a usual pause. */
function pauseReasonOf(pause: Span, range: Span): PauseReason | undefined {
  const length = pause.end - pause.start;
  const isAtStart = pause.start - range.start < EDGE;
  const isAtEnd = range.end - pause.end < EDGE;
  // A chapter that is silent as a whole has one long pause.
  if (isAtStart === isAtEnd) return length > proofingLimits.pause ? 'long_pause' : undefined;
  if (isAtStart) return length > proofingLimits.silenceAtStart ? 'silence_at_start' : undefined;
  return length > proofingLimits.silenceAtEnd ? 'silence_at_end' : undefined;
}

/** Returns long pauses inside the chapter, and long silence at its start and end. */
function pauseEntries(pauses: readonly Span[], sentences: readonly Sentence[], range: Span): FileEntry[] {
  return spansWithin(pauses, range).flatMap((span): FileEntry[] => {
    const reason = pauseReasonOf(span, range);
    if (!reason) return [];
    const detail = proofingDetails[reason](span.end - span.start);
    return [{ reason, ...span, detail, ...sentenceBefore(sentences, span.start) }];
  });
}

/** Returns one entry for each sentence with clipped audio or clicks, and for each place outside of sentences. */
function faultEntries(
  reason: 'clipping' | 'clicks',
  spans: readonly Span[],
  { sentences, range }: { readonly sentences: readonly Sentence[]; readonly range: Span },
): FileEntry[] {
  const ownSpans = spansWithin(spans, range).map((span) => ({
    ...span,
    ...sentenceBefore(sentences, span.start),
  }));
  const bySentence = Map.groupBy(ownSpans, ({ text_item_id, sentence, start }) =>
    text_item_id === null ? `at ${start}` : `${text_item_id} ${sentence}`,
  );
  return [...bySentence.values()].map((group): FileEntry => {
    const [first] = group;
    const start = first?.start ?? range.start;
    return {
      ...(first ?? noSentence),
      reason,
      start,
      end: group.at(-1)?.end ?? start,
      detail: proofingDetails[reason](group.length),
    };
  });
}

const levelOf: Readonly<Record<LevelProblem, 'rms_db' | 'true_peak_db' | 'floor_db'>> = {
  tooQuiet: 'rms_db',
  tooLoud: 'rms_db',
  peakTooHigh: 'true_peak_db',
  tooNoisy: 'floor_db',
};

/** Returns one entry for each level of the file that is outside the limits. @param chapters the chapters that play the file */
function levelEntries(analysis: AudioAnalysis, range: Span, chapters: number): FileEntry[] {
  return (levelProblems(analysis) ?? []).map((problem): FileEntry => {
    const detail = proofingDetails.levels[problem](analysis[levelOf[problem]] ?? 0);
    return {
      ...noSentence,
      reason: 'levels',
      ...range,
      detail: chapters > 1 ? `${detail} ${proofingDetails.ofChapters(chapters)}` : detail,
    };
  });
}

/** The audio of a chapter. */
export interface ChapterAudio {
  readonly analysis: AudioAnalysis | undefined;
  /** In the order of their times. */
  readonly pauses: readonly Span[];
  readonly clipped: readonly Span[];
  readonly clicks: readonly Span[];
  /** The number of chapters that play the file. */
  readonly chapters: number;
  /** True for the first of these chapters, which lists the levels of the file. */
  readonly isFirst: boolean;
}

const toMilliseconds = (value: number): number => Math.round(Math.max(0, value) * 1_000) / 1_000;

/** Returns the entries of a chapter in the order of their times. Times count from the start of the chapter. */
export function entriesOf(chapter: BookContentChapter, audio: ChapterAudio | undefined): ProofingEntry[] {
  if (!audio) return [];
  const { analysis, pauses, clipped, clicks, chapters, isFirst } = audio;
  const start = chapter.start ?? 0;
  const range = {
    start,
    end: Math.max(start, chapter.end ?? analysis?.seconds ?? start + chapter.duration),
  };
  const sentences = (chapter.text_items ?? []).flatMap(sentencesOf);
  const entries: FileEntry[] = [
    ...(isFirst && analysis?.state === 'done' ? levelEntries(analysis, range, chapters) : []),
    ...textEntries(sentences, range),
    ...chapter.audio_without_text.map((span): FileEntry => {
      const detail = proofingDetails.missing_in_text(span.end - span.start);
      return { ...noSentence, ...span, reason: 'missing_in_text', detail };
    }),
    ...pauseEntries(pauses, sentences, range),
    ...faultEntries('clipping', clipped, { sentences, range }),
    ...faultEntries('clicks', clicks, { sentences, range }),
  ];
  return entries
    .map((entry) => ({
      ...entry,
      start: toMilliseconds(entry.start - start),
      end: toMilliseconds(entry.end - start),
    }))
    .toSorted((a, b) => a.start - b.start);
}
