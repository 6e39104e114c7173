import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toShortClock } from '#web/core/lib/clock.ts';
import { firstWords } from '#web/core/lib/text-start.ts';
import { chapterOf, type BookContent } from '../model/book-content.ts';
import { snapToSilence } from '../model/silences.ts';
import {
  isSamePosition,
  moveSentenceEdge,
  type PositionedSentence,
  positionedSentences,
} from '../model/times.ts';
import { fileOf } from '../model/timeline.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { stepOfKey } from './key-steps.ts';
import { endOf, timeAt, xOf } from './viewport.ts';
import classes from './waveform.module.css';

const MIN_PX = 3;
/** The minimum width in pixels. Narrower spans are only drawn in the waveform. */
const MIN_MISSING_TEXT_PX = 6;
const MAX_SENTENCES = 300;
const MAX_LABELLED = 20;

/** The sentences of the selected chapter below the waveform. A press plays a sentence, and the edges of the selected one can be moved. */
export function SentenceStrip() {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const view = useValue(contentEditor.view);
  const chosenChapter = useValue(contentEditor.chosen);
  const sentence = useValue(contentEditor.sentence);
  const timeline = useValue(contentEditor.timeline);
  const chapter = useBookContent((bookContent) => chapterOf(bookContent, chosenChapter));
  const file = chapter?.audio && fileOf(timeline, chapter.audio.file);
  if (!chapter || !file || !chapter.paragraphs.some(({ time }) => time)) return null;
  const [from, until] = [view.from - file.offset, endOf(view) - file.offset];
  const visibleSentences = positionedSentences(chapter, contentEditor.book.language).filter(
    ({ time }) =>
      time && time.end > from && time.start < until && (time.end - time.start) / view.perPixel >= MIN_PX,
  );
  return (
    <fieldset className={classes['strip']} aria-label={t('contentEditor.sentences')}>
      {visibleSentences.length <= MAX_SENTENCES &&
        visibleSentences.map(({ time, text, position, hasLowConfidence }) => {
          if (!time) return null;
          const x = xOf(view, time.start + file.offset);
          const start = firstWords(text, 5) ?? text;
          return (
            <button
              key={`${position.paragraph} ${position.index}`}
              type="button"
              className={classes['sentence']}
              data-low-confidence={hasLowConfidence}
              data-chosen={isSamePosition(position, sentence)}
              style={{
                transform: `translateX(${x}px)`,
                width: Math.max(MIN_PX, (time.end - time.start) / view.perPixel - 1),
              }}
              // As wide as its audio, however short. The list of texts is the alternative for keyboard, touch and screen readers.
              aria-hidden
              tabIndex={-1}
              aria-label={t('contentEditor.playSentence', { text: start })}
              onClick={() => {
                contentEditor.sentence.set(position);
                contentEditor.player.play(time.start + file.offset, time.end + file.offset);
              }}
            >
              {(time.end - time.start) / view.perPixel > 40 ? text : ''}
            </button>
          );
        })}
      {chapter.missingInText
        .filter(
          ({ start, end }) =>
            end > from && start < until && (end - start) / view.perPixel >= MIN_MISSING_TEXT_PX,
        )
        .slice(0, MAX_SENTENCES)
        .map(({ start, end }) => (
          <button
            key={`missing ${start}`}
            type="button"
            className={classes['missingInText']}
            style={{
              transform: `translateX(${xOf(view, start + file.offset)}px)`,
              width: (end - start) / view.perPixel - 1,
            }}
            // As wide as its audio, however short. Its text is displayed beside it.
            aria-hidden
            tabIndex={-1}
            data-tooltip={t('contentEditor.missingInText', { from: toShortClock(start + file.offset) })}
            onClick={() => contentEditor.player.play(start + file.offset, end + file.offset)}
          />
        ))}
      {chapter.missingInText.length > 0 && (
        <VisuallyHidden>
          {t('contentEditor.missingInText', {
            from: chapter.missingInText
              .slice(0, MAX_LABELLED)
              .map(({ start }) => toShortClock(start + file.offset))
              .join(', '),
          })}
        </VisuallyHidden>
      )}
      {visibleSentences
        .filter(({ position: location }) => isSamePosition(location, sentence))
        .flatMap((positionedSentence) => [
          <EdgeHandle key="start" sentence={positionedSentence} edge="start" offset={file.offset} />,
          <EdgeHandle key="end" sentence={positionedSentence} edge="end" offset={file.offset} />,
        ])}
    </fieldset>
  );
}

interface EdgeHandleProps {
  readonly sentence: PositionedSentence;
  readonly edge: 'start' | 'end';
  readonly offset: number;
}

let drags = 0;

function EdgeHandle({ sentence, edge, offset }: EdgeHandleProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const drag = useRef<{ readonly document: BookContent; readonly subject: string }>(undefined);
  const { position, time, text } = sentence;
  if (!time) return null;
  const view = contentEditor.view.get();

  const move = (to: number, from: BookContent | undefined, subject: string) =>
    contentEditor.change(
      'sentenceTime',
      (bookContent) =>
        moveSentenceEdge(from ?? bookContent, { position, edge, to, language: contentEditor.book.language }),
      { subject },
    );
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    const leftEdge = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    const targetTime = timeAt(contentEditor.view.get(), event.clientX - leftEdge) - offset;
    const silences = contentEditor.silencesBetween(targetTime + offset - 1, targetTime + offset + 1);
    const near = silences.map(({ start, end }) => ({ start: start - offset, end: end - offset }));
    // A sentence ends at the start of a pause.
    const to = event.altKey
      ? targetTime
      : edge === 'start'
        ? snapToSilence(near, targetTime, 0.15)
        : snapToStart(near, targetTime);
    move(to, drag.current.document, drag.current.subject);
  };
  const stop = () => {
    drag.current = undefined;
    contentEditor.history.rest();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event);
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(time[edge] + step, undefined, `edge:${position.paragraph}:${position.index}:${edge}`);
  };
  const name = firstWords(text, 5) ?? text;
  return (
    <div
      className={classes['edge']}
      style={{ transform: `translateX(${xOf(view, time[edge] + offset)}px)` }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is positioned in a drawing, where an input is not possible
      role="slider"
      tabIndex={0}
      aria-label={t(edge === 'start' ? 'contentEditor.startOf' : 'contentEditor.endOf', { name })}
      aria-valuemin={0}
      aria-valuemax={contentEditor.timeline.get().total}
      aria-valuenow={Math.round(time[edge] * 1000) / 1000}
      aria-valuetext={toShortClock(time[edge])}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drags += 1;
        drag.current = { document: contentEditor.current(), subject: `edge:${drags}` };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={onKeyDown}
      onKeyUp={() => contentEditor.history.rest()}
    />
  );
}

function snapToStart(silences: readonly { readonly start: number }[], time: number): number {
  const near = silences.map(({ start }) => start).filter((start) => Math.abs(start - time) < 0.15);
  return near.toSorted((a, b) => Math.abs(a - time) - Math.abs(b - time))[0] ?? time;
}
