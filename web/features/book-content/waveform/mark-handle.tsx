import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { toShortClock } from '#web/core/lib/clock.ts';
import type { BookContent } from '../model/book-content.ts';
import type { LineMark } from '../model/marks-on-line.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { stepOfKey } from './key-steps.ts';
import { xOfMark } from './marker-positions.ts';
import { timeAt } from './viewport.ts';
import classes from './waveform.module.css';

export interface MarkHandleProps {
  readonly mark: LineMark;
  readonly number: number;
  readonly isChosen: boolean;
}

interface Drag {
  readonly document: BookContent;
  /** The distance from the pointer to the mark in pixels. */
  readonly offsetPx: number;
  readonly subject: string;
}

let drags = 0;

/**
 * The handle of the start or end of a chapter, moved by mouse, touch and keyboard. It snaps to pauses unless Alt is pressed.
 * `positionMarkers` sets its position on the screen.
 */
export const MarkHandle = memo(function MarkHandle({ mark, number, isChosen }: MarkHandleProps) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const drag = useRef<Drag>(undefined);
  const { key, edge, time, name, isLocked } = mark;

  const parentLeft = (element: Element) => element.parentElement?.getBoundingClientRect().left ?? 0;
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    contentEditor.choose(key);
    if (isLocked) return contentEditor.showMessage(t('contentEditor.isLocked'));
    event.currentTarget.setPointerCapture(event.pointerId);
    drags += 1;
    const offsetPx =
      event.clientX - parentLeft(event.currentTarget) - xOfMark(contentEditor.view.get(), mark);
    drag.current = { document: contentEditor.current(), offsetPx, subject: `drag:${drags}` };
    return undefined;
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    event.stopPropagation();
    const { document, offsetPx, subject } = drag.current;
    const to = timeAt(contentEditor.view.get(), event.clientX - parentLeft(event.currentTarget) - offsetPx);
    contentEditor.moveMark(key, { edge, to, from: document, snaps: !event.altKey, subject });
  };
  const end = () => {
    drag.current = undefined;
    contentEditor.history.rest();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey(event);
    const direction = event.key === '[' ? -1 : event.key === ']' ? 1 : undefined;
    const to = direction
      ? contentEditor.silenceBeside(time, direction)
      : step === undefined
        ? undefined
        : time + step;
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (isLocked) return contentEditor.showMessage(t('contentEditor.isLocked'));
    contentEditor.moveMark(key, { edge, to });
    return undefined;
  };

  return (
    <div
      className={classes['mark']}
      data-edge={edge}
      data-chosen={isChosen}
      data-locked={isLocked}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is positioned in a drawing, where an input is not possible
      role="slider"
      tabIndex={0}
      aria-label={t(edge === 'start' ? 'contentEditor.startOf' : 'contentEditor.endOf', {
        name: name || number,
      })}
      aria-valuemin={0}
      aria-valuemax={contentEditor.timeline.get().total}
      aria-valuenow={Math.round(time * 1000) / 1000}
      aria-valuetext={toShortClock(time)}
      aria-disabled={isLocked}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onFocus={() => contentEditor.choose(key)}
      onKeyDown={onKeyDown}
      onKeyUp={() => contentEditor.history.rest()}
    >
      {edge === 'start' && (
        <span className={classes['flag']} aria-hidden="true">
          <span className={classes['flagNumber']}>{number}</span>
          <span className={classes['flagName']}>{`  ${name}`}</span>
        </span>
      )}
    </div>
  );
});
