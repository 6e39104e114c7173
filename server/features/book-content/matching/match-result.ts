import { countOf } from '#contract/core/format-count';
import type { MatchedChapter } from './match-child.ts';
import type { MatchContent } from './match-orders.ts';

/** Returns the result of a job for the user. */
export function resultOf({ chapters }: MatchContent, matches: readonly MatchedChapter[]) {
  const sentences = matches.flatMap(({ ranges }) => ranges.flatMap((range) => range.sentences));
  return {
    chapters: chapters.length,
    sentences: sentences.length,
    low_confidence: sentences.filter(({ span, isUncertain }) => span && isUncertain).length,
    missing_in_audio: sentences.filter(({ span }) => !span).length,
    matched_chapters: matches.map(({ ranges, confidence }, index) => ({
      id: chapters[index]?.row.id ?? 0,
      name: chapters[index]?.row.name ?? '',
      range_count: ranges.length,
      confidence,
    })),
  };
}

/** Returns the summary of the version. */
export function summaryOf({ chapters }: MatchContent, matches: readonly MatchedChapter[]): string {
  const foundCount = matches.filter(({ ranges, confidence }) => ranges.length > 0 && confidence > 0).length;
  const estimatedCount = matches.filter(
    ({ ranges, confidence }) => ranges.length > 0 && confidence === 0,
  ).length;
  const silentCount = matches.length - foundCount - estimatedCount;
  return [
    `${countOf(foundCount, 'chapter')} of ${chapters.length} matched with the audio by text`,
    ...(estimatedCount > 0 ? [`${estimatedCount} estimated`] : []),
    ...(silentCount > 0 ? [`${silentCount} without audio`] : []),
  ].join(', ');
}
