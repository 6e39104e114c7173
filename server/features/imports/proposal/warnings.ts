import { countOf, formatCount } from '#contract/core/format-count';
import type { ImportWarning, AudioChapter } from '#contract/imports/import-proposal';
import { type WarningKind, importLimits } from '#contract/imports/import-limits';
import { languageLabel } from '#contract/core/languages';
import type { ParsedText } from '../parsers/parsed.ts';
import type { BookFiles } from './group.ts';
import type { StoredProposal } from './stored-proposal.ts';

/** Allowed difference between text and audio durations before users should review them. */
const DURATION_SHARE = 0.02;
const LOW_CONFIDENCE = 0.3;

export const warning = (kind: WarningKind, message: string, path: string | null = null): ImportWarning => ({
  kind,
  message,
  path,
  book: null,
});

const inMinutes = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  return minutes < 1 ? countOf(Math.round(seconds), 'second') : countOf(minutes, 'minute');
};

function languageWarnings(statedCount: number, writtenLanguage: number | undefined): ImportWarning[] {
  return writtenLanguage === undefined || writtenLanguage === statedCount
    ? []
    : [
        warning(
          'language',
          `The text appears to be in ${languageLabel(writtenLanguage)}, but the language is set to ${languageLabel(statedCount)}.`,
        ),
      ];
}

function durationWarnings({ audio }: BookFiles, audios: readonly AudioChapter[]): ImportWarning[] {
  const whole = audio.reduce((sum, { found }) => sum + found.seconds, 0);
  const inChapters = audios.reduce((sum, { start, end }) => sum + end - start, 0);
  return whole > 0 && Math.abs(whole - inChapters) > DURATION_SHARE * whole
    ? [
        warning(
          'duration',
          `The chapters total ${inMinutes(inChapters)}, but the audio is ${inMinutes(whole)}.`,
        ),
      ]
    : [];
}

function pairingWarnings({
  chapters,
  texts,
  audios,
}: Pick<StoredProposal, 'chapters' | 'audios'> & { texts: readonly ParsedText[] }): ImportWarning[] {
  if (texts.length === 0 || audios.length === 0) return [];
  const silent = chapters.filter(({ confidence, audio }) => confidence === null && audio === null).length;
  const poor = chapters.filter(({ confidence }) => confidence !== null && confidence < LOW_CONFIDENCE).length;
  const problem = (count: number, message: string): ImportWarning[] =>
    count === 0 ? [] : [warning('pairing', message)];
  return [
    ...problem(poor, `Audio and text don’t match well in ${countOf(poor, 'chapter')}.`),
    ...problem(silent, `No matching audio found for ${countOf(silent, 'chapter')}.`),
  ];
}

function incompleteWarnings({ json }: BookFiles, chapters: StoredProposal['chapters']): ImportWarning[] {
  const missingCount = chapters.filter(
    ({ audio }, index) => audio === null && json?.found.chapters[index]?.audio,
  ).length;
  return missingCount === 0
    ? []
    : [warning('incomplete', 'This book has no audio. Import the audio files together with it.')];
}

/** Returns the warning for `count` chapters that were split from one audio file without markers. */
export const estimateWarnings = (count: number): ImportWarning[] =>
  count === 0
    ? []
    : [
        warning(
          'pairing',
          `The audio has fewer chapters than the text. The start ${count === 1 ? 'time of 1 chapter is' : `times of ${formatCount(count)} chapters are`} estimated from the length of the text. The sync will find ${count === 1 ? 'it' : 'them'} in the audio.`,
        ),
      ];

/** Returns the warning for `count` skipped markers. */
export const tooManyMarks = (count: number): ImportWarning[] =>
  count === 0
    ? []
    : [
        warning(
          'limit',
          `The audio has ${countOf(count, 'chapter marker')}, but a book can have up to ${formatCount(importLimits.maxChapters)} chapters. Each file was imported as one chapter.`,
        ),
      ];

/** Returns the warnings to review before a proposal becomes a book. */
export function warningsOf(
  book: BookFiles,
  {
    fields,
    chapters,
    texts,
    audios,
    written,
  }: Pick<StoredProposal, 'fields' | 'chapters' | 'audios'> & {
    texts: readonly ParsedText[];
    /** Detected language of the texts. */
    written: number | undefined;
  },
): ImportWarning[] {
  const files = [...(book.epub ? [book.epub] : []), ...book.audio];
  const inFiles = files.flatMap(({ path, found }) =>
    found.problems.map(({ kind, message }) => warning(kind, message, path)),
  );
  const tooMany =
    chapters.length > importLimits.maxChapters
      ? [
          warning(
            'limit',
            `This import has ${countOf(chapters.length, 'chapter')}. A book can have up to ${formatCount(importLimits.maxChapters)}.`,
          ),
        ]
      : [];
  return [
    ...inFiles,
    ...tooMany,
    ...languageWarnings(Number(fields.language.value), written),
    ...durationWarnings(book, audios),
    ...(book.json ? [] : pairingWarnings({ chapters, texts, audios })),
    ...incompleteWarnings(book, chapters),
  ];
}
