import type { AudioAnalysis } from '#contract/audio/audio-analysis';
import type { BookContent, BookContentChapter } from '#contract/book-content/book-content';
import { entriesOf, type Span } from './chapter-entries.ts';
import type { ProofingChapter, ProofingFile, ProofingReport, ProofingSync } from './proofing.ts';

/** Seconds before and after a click. */
const AROUND_CLICK = 0.1;

/** Returns the pairs of a list of starts and ends in turn. */
const spansOf = (times: readonly number[] = []): Span[] =>
  times.flatMap((start, index) => (index % 2 === 0 ? [{ start, end: times[index + 1] ?? start }] : []));

/** Returns the audio around each click. */
const clicksOf = (times: readonly number[] = []): Span[] =>
  times.map((time) => ({ start: Math.max(0, time - AROUND_CLICK), end: time + AROUND_CLICK }));

/** Returns the file that a chapter plays: its own, or a part of the book's file; null if it has no audio. */
const fileOf = ({ audio_url, start }: BookContentChapter, bookAudio: string | null): string | null =>
  audio_url ?? (start === null ? null : bookAudio);

function stateOf({ text_items = [] }: BookContentChapter, file: string | null): ProofingChapter['state'] {
  if (file === null) return 'no_audio';
  if (text_items.length === 0) return 'no_text';
  return text_items.some(({ state, sentences }) => state === null && sentences.length === 0)
    ? 'not_synced'
    : 'synced';
}

/** An analysis by an earlier version has no clicks. The file is analysed again. */
const analysisStateOf = (analysis: AudioAnalysis | undefined): ProofingFile['state'] => {
  if (!analysis) return 'waiting';
  return analysis.state === 'done' && analysis.clicks === undefined ? 'waiting' : analysis.state;
};

/**
 * Computes the proofing report of a book from its stored content and audio analyses.
 * @param analyses with pauses, clipped parts and clicks
 */
export function proofingReportOf(
  content: BookContent,
  analyses: readonly AudioAnalysis[],
  sync: ProofingSync | null,
): ProofingReport {
  const analysisByFile = new Map(analyses.map((analysis) => [analysis.audio_url, analysis]));
  const chaptersWithFile = content.chapters.map((chapter) => ({
    chapter,
    file: fileOf(chapter, content.audio_url),
  }));
  const byFile = Map.groupBy(chaptersWithFile, ({ file }) => file);
  const audioByFile = new Map(
    [...byFile].map(([file, group]) => {
      const analysis = file === null ? undefined : analysisByFile.get(file);
      const { silences, clipped, clicks } = analysis ?? {};
      const spans = { pauses: spansOf(silences), clipped: spansOf(clipped), clicks: clicksOf(clicks) };
      return [file, { analysis, ...spans, chapters: group.length, first: group[0]?.chapter }];
    }),
  );
  return {
    id: content.id,
    version: content.version,
    name: content.name,
    code: content.code,
    sync,
    files: [...byFile].flatMap(([file, group]) => {
      if (file === null) return [];
      const analysis = analysisByFile.get(file);
      return [
        {
          audio_url: file,
          state: analysisStateOf(analysis),
          error: analysis?.error ?? null,
          chapters: group.map(({ chapter }) => chapter.name),
        },
      ];
    }),
    chapters: chaptersWithFile.map(({ chapter, file }, index): ProofingChapter => {
      const audio = file === null ? undefined : audioByFile.get(file);
      return {
        id: chapter.id,
        code: chapter.code,
        number: index + 1,
        name: chapter.name,
        state: stateOf(chapter, file),
        alignment_method: chapter.alignment_method ?? null,
        entries: entriesOf(chapter, audio && { ...audio, isFirst: audio.first === chapter }),
      };
    }),
  };
}
