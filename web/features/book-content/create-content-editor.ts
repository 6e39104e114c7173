import type { useTranslation } from 'react-i18next';
import * as chapterEdits from './model/chapters.ts';
import { type Chapter, chapterOf, type BookContent, indexOfChapter } from './model/book-content.ts';
import { createHistory } from './model/history.ts';
import { type Edge, moveEdge } from './model/marks.ts';
import { chapterAt, marksOnTimeline, type TimelineMarks } from './model/marks-on-line.ts';
import { neighbouringCut, snapToSilence } from './model/silences.ts';
import { isSamePosition, positionedSentences, sentenceAt, type SentencePosition } from './model/times.ts';
import { fileOf, fromLine, silencesBetween, type Timeline, toLine } from './model/timeline.ts';
import { createPlayer } from './player.ts';
import { createValue } from '#web/core/lib/value-store.ts';
import { fitView, revealTime, viewOf } from './waveform/viewport.ts';
import type { messages } from './book-content.messages.ts';

/** The names of steps that can be undone. Their messages have the same keys. */
export type StepName = keyof typeof messages.step;

export interface ContentEditorBook {
  readonly id: number;
  /** The release in which the content is edited; undefined for the live content. */
  readonly releaseId: number | undefined;
  readonly name: string;
  readonly code: string;
  readonly audioUrl: string | null;
  /** The short code of the language. Sentence boundaries depend on it. */
  readonly language: string;
  /** The average narration time of a word in seconds. */
  readonly secondsPerWord: number;
}

export interface ContentEditorOptions {
  readonly book: ContentEditorBook;
  readonly bookContent: BookContent;
  readonly timeline: Timeline;
  readonly canEdit: boolean;
  readonly t: ReturnType<typeof useTranslation>['t'];
}

const PLAY_SECONDS = 2;
const FIRST_WIDTH = 1000;
const NOTICE_MS = 6_000;

/**
 * Returns the state that the parts of the content editor share: the document with its history, the timeline and its visible range, the
 * player, and the selection.
 */
export function createContentEditor({
  book,
  bookContent,
  timeline: firstTimeline,
  canEdit: mayEdit,
  t,
}: ContentEditorOptions) {
  const history = createHistory<BookContent, StepName>(bookContent);
  const timeline = createValue(firstTimeline);
  const view = createValue(fitView(firstTimeline.total, FIRST_WIDTH));
  const chosenKey = createValue<string | undefined>(bookContent.chapters[0]?.key);
  const sentence = createValue<SentencePosition | undefined>(undefined);
  const playedSentence = createValue<SentencePosition | undefined>(undefined);
  const active = createValue<{ readonly chapter: string; readonly key: string } | undefined>(undefined);
  const notice = createValue('');
  const canEdit = createValue(mayEdit);
  const addresses = new Map<string, string>();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const showMessage = (message: string) => {
    notice.set(message);
    clearTimeout(silence);
    silence = setTimeout(() => notice.set(''), NOTICE_MS);
  };
  const player = createPlayer({
    timeline: timeline.get,
    addressOf: (file) => addresses.get(file) ?? file,
    onFailed: () => showMessage(t('contentEditor.playFailed')),
  });

  let cachedMarks: [BookContent, Timeline, TimelineMarks] | undefined;
  /** Returns chapters and marks on the timeline. Cached until the document or the timeline changes. */
  function line(): TimelineMarks {
    const [document, time] = [history.getState().value, timeline.get()];
    if (!cachedMarks || cachedMarks[0] !== document || cachedMarks[1] !== time)
      cachedMarks = [document, time, marksOnTimeline(document, time)];
    return cachedMarks[2];
  }

  const current = () => history.getState().value;
  const numberOf = (key: string) => indexOfChapter(current(), key) + 1;
  const lengthOf = (file: string) => fileOf(timeline.get(), file)?.seconds ?? 0;
  const nameOf = (number: number) => t('contentEditor.chapterNumber', { number });

  function change(
    name: StepName,
    update: (document: BookContent) => BookContent,
    more: ChangeOptions = {},
  ): boolean {
    if (!canEdit.get()) {
      showMessage(t('contentEditor.viewOnly'));
      return false;
    }
    const { about, subject } = more;
    return history.change({ name, ...(about && { about }) }, update, subject);
  }

  /** Changes one chapter. The message of the step contains its number. */
  const changeChapter = (
    name: StepName,
    {
      key,
      update,
      subject,
    }: {
      readonly key: string;
      readonly update: (document: BookContent) => BookContent;
      readonly subject?: string | undefined;
    },
  ) => change(name, update, { about: { number: numberOf(key) }, ...(subject !== undefined && { subject }) });

  const chosenChapter = (): Chapter | undefined => chapterOf(current(), chosenKey.get());

  function choose(key: string | undefined): void {
    chosenKey.set(key);
    sentence.set(undefined);
  }

  /** Selects a chapter and scrolls the timeline to it. */
  function goToChapter(key: string): void {
    choose(key);
    const position = line().chapters.find((chapter) => chapter.key === key);
    if (!position) return;
    player.seek(position.start);
    const viewport = view.get();
    const isFitting = (position.end - position.start) / viewport.perPixel < viewport.width;
    view.set(
      isFitting ? revealTime(viewport, position.start, 0.08) : revealTime(viewport, position.start, 0.02),
    );
  }

  /** Returns the range of a chapter on the timeline. */
  const positionOf = (key: string) => line().chapters.find((chapter) => chapter.key === key);

  function split(): void {
    const time = player.time.get();
    const location = fromLine(timeline.get(), time);
    const lineChapter = chapterAt(line(), time);
    const chapter = chapterOf(current(), lineChapter?.key);
    if (!location || !chapter || !lineChapter) return showMessage(t('contentEditor.noChapterHere'));
    const count = chapterEdits.paragraphsBefore(chapter, location.seconds);
    const cut = { time: location.seconds, count };
    if (!chapterEdits.canSplit(chapter, cut))
      return showMessage(chapter.isLocked ? t('contentEditor.isLocked') : t('contentEditor.tooNear'));
    const number = numberOf(chapter.key);
    changeChapter('split', {
      key: chapter.key,
      update: (document) => chapterEdits.split(document, { key: chapter.key, cut, name: nameOf(number + 1) }),
    });
    choose(current().chapters[number]?.key);
    return undefined;
  }

  /** Splits a chapter before a paragraph: its text, and its audio at the time of the paragraph. */
  function splitBefore(key: string, paragraph: string): void {
    const chapter = chapterOf(current(), key);
    const count = chapter?.paragraphs.findIndex((item) => item.key === paragraph) ?? -1;
    if (!chapter || count <= 0) return;
    const { audio } = chapter;
    const estimatedTime = chapterEdits.timeOfParagraph(chapter, count);
    const silences = audio ? (fileOf(timeline.get(), audio.file)?.silences ?? []) : [];
    const time =
      estimatedTime === undefined || chapter.isLocked ? undefined : snapToSilence(silences, estimatedTime, 3);
    const withAudio = { time, count };
    const cut = chapterEdits.canSplit(chapter, withAudio) ? withAudio : { time: undefined, count };
    const number = numberOf(key);
    changeChapter('split', {
      key,
      update: (document) => chapterEdits.split(document, { key, cut, name: nameOf(number + 1) }),
    });
    choose(current().chapters[number]?.key);
  }

  function merge(key: string): void {
    const index = indexOfChapter(current(), key);
    const [first, second] = [current().chapters[index], current().chapters[index + 1]];
    if (!second) return showMessage(t('contentEditor.noNext'));
    if (!chapterEdits.canMerge(first, second))
      return showMessage(
        first?.isLocked || second.isLocked ? t('contentEditor.isLocked') : t('contentEditor.cannotMerge'),
      );
    changeChapter('merge', { key, update: (document) => chapterEdits.mergeWithNext(document, key) });
    return undefined;
  }

  function remove(key: string): void {
    const index = indexOfChapter(current(), key);
    if (
      !changeChapter('remove', {
        key,
        update: (document) => chapterEdits.removeChapters(document, new Set([key])),
      })
    )
      return;
    const { chapters } = current();
    choose((chapters[index] ?? chapters.at(-1))?.key);
  }

  function add(): void {
    const addition = chapterEdits.addChapter(
      current(),
      nameOf(current().chapters.length + 1),
      chosenKey.get(),
    );
    if (change('add', () => addition.bookContent)) choose(addition.key);
  }

  function move(key: string, to: number): void {
    changeChapter('order', { key, update: (document) => chapterEdits.moveChapter(document, key, to) });
  }

  /** Moves a mark to a time of the timeline. `from` is the document at the start of the movement. */
  function moveMark(
    key: string,
    { edge, to, from, snaps = false, subject }: { readonly edge: Edge; readonly to: number } & MarkMove,
  ): void {
    const file = chapterOf(current(), key)?.audio?.file;
    const audioFile = file === undefined ? undefined : fileOf(timeline.get(), file);
    if (!audioFile) return;
    const seconds = to - audioFile.offset;
    const time = snaps ? snapToSilence(audioFile.silences, seconds) : seconds;
    changeChapter('moveMark', {
      key,
      update: (document) => moveEdge(from ?? document, { key, edge, to: time, length: lengthOf }),
      subject: subject ?? `mark:${key}:${edge}`,
    });
  }

  /** Returns the split position in the pause before or after a time of the timeline. */
  function silenceBeside(time: number, direction: 1 | -1): number | undefined {
    const target = fromLine(timeline.get(), time);
    const cut = target && neighbouringCut(target.file.silences, target.seconds, direction);
    return target && cut !== undefined ? cut + target.file.offset : undefined;
  }

  /** Updates the sentence that is played. */
  function follow(): void {
    const time = player.time.get();
    const chapter = chapterOf(current(), chapterAt(line(), time)?.key);
    const location = chapter?.audio && fromLine(timeline.get(), time);
    const now =
      chapter && location ? sentenceAt(chapter, location.seconds, book.language)?.position : undefined;
    if (!isSamePosition(now, playedSentence.get())) playedSentence.set(now);
  }
  player.time.subscribe(follow);

  /** Returns the sentences that need review, in the order of the book. */
  const sentencesToReview = () =>
    current().chapters.flatMap((chapter) =>
      chapter.paragraphs.some(({ state }) => state === 'low_confidence' || state === 'missing_in_audio')
        ? positionedSentences(chapter, book.language).filter(
            (positionedSentence) =>
              positionedSentence.hasLowConfidence || positionedSentence.isMissingInAudio,
          )
        : [],
    );

  /** Selects and plays the next or the previous sentence that needs review. */
  function goToLowConfidence(step: 1 | -1): void {
    const all = sentencesToReview();
    if (all.length === 0) return showMessage(t('contentEditor.nothingToReview'));
    const here = all.findIndex(({ position }) => isSamePosition(position, sentence.get()));
    const next = all[here < 0 ? (step === 1 ? 0 : all.length - 1) : (here + step + all.length) % all.length];
    if (!next) return undefined;
    const { position: location, time } = next;
    chosenKey.set(location.chapter);
    sentence.set(location);
    const audio = chapterOf(current(), location.chapter)?.audio;
    const lineTime = audio && time && toLine(timeline.get(), audio.file, time.start);
    if (lineTime === undefined || !time) return showMessage(t('contentEditor.missingInAudio'));
    const end = lineTime + time.end - time.start;
    view.set((viewport) => viewOf(viewport, { start: lineTime - 1, end: end + 1 }));
    player.play(lineTime, end);
    return undefined;
  }

  function seek(time: number): void {
    player.seek(time);
    view.set((viewport) => revealTime(viewport, time));
  }

  return {
    book,
    history,
    timeline,
    view,
    chosen: chosenKey,
    sentence,
    played: playedSentence,
    active,
    notice,
    canEdit,
    player,
    addresses,
    t,
    line,
    current,
    showMessage,
    change,
    changeChapter,
    chosenChapter,
    choose,
    goToChapter,
    positionOf,
    nameOf,
    numberOf,
    lengthOf,
    split,
    splitBefore,
    merge,
    remove,
    add,
    move,
    moveMark,
    silenceBeside,
    sentencesToReview,
    goToLowConfidence,
    seek,
    /** Plays the last two seconds before a time of the timeline, or the first two after it. */
    play: (time: number, side: 'before' | 'after') =>
      side === 'before'
        ? player.play(Math.max(0, time - PLAY_SECONDS), time)
        : player.play(time, time + PLAY_SECONDS),
    toLine: (file: string, seconds: number) => toLine(timeline.get(), file, seconds),
    silencesBetween: (from: number, to: number) => silencesBetween(timeline.get(), from, to),
    showSpan: (start: number, end: number) => view.set((viewport) => viewOf(viewport, { start, end })),
    rename: (key: string, name: string) =>
      changeChapter('rename', {
        key,
        update: (document) => chapterEdits.rename(document, key, name),
        subject: `name:${key}`,
      }),
    lock: (key: string, isLocked: boolean) =>
      changeChapter(isLocked ? 'lock' : 'unlock', {
        key,
        update: (document) => chapterEdits.lock(document, new Set([key]), isLocked),
      }),
  };
}

export interface ChangeOptions {
  readonly about?: Readonly<Record<string, string | number>>;
  /** Consecutive changes with the same subject are one step. */
  readonly subject?: string;
}

export interface MarkMove {
  readonly from?: BookContent;
  /** True if the mark snaps to a nearby pause. */
  readonly snaps?: boolean;
  readonly subject?: string;
}

export type ContentEditor = ReturnType<typeof createContentEditor>;
