import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { handles, type LineMark } from '../model/marks-on-line.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { reuseEqualValue, useValue } from '#web/core/lib/value-store.ts';
import { MarkHandle } from './mark-handle.tsx';
import { positionMarkers } from './marker-positions.ts';
import classes from './waveform.module.css';

const areSame = (first: readonly LineMark[], second: readonly LineMark[]): boolean =>
  first.length === second.length && first.every((mark, index) => mark === second[index]);

/** Returns the visible marks: the same list while they are the same marks, regardless of their position. */
function useShown(apart: number): readonly LineMark[] {
  const contentEditor = useContentEditor();
  const chosenChapter = useValue(contentEditor.chosen);
  useValue(contentEditor.timeline);
  useBookContent((bookContent) => bookContent.chapters);
  const [reuse] = useState(() => reuseEqualValue(areSame));
  return useSyncExternalStore(contentEditor.view.subscribe, () => {
    const { from, perPixel, width } = contentEditor.view.get();
    return reuse(
      handles(contentEditor.line().marks, {
        from,
        perPixel,
        width,
        chosen: chosenChapter,
        minDistancePx: apart,
      }),
    );
  });
}

/** The handles of the visible marks. Zooming and scrolling only move them. They are rendered again when other marks become visible. */
export function Marks() {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chosenChapter = useValue(contentEditor.chosen);
  const numbers = useBookContent(numbersOf);
  // Touch targets need more space than those of a mouse.
  const apart = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false }) ? 44 : 24;
  const visibleHandles = useShown(apart);
  const frame = useRef<HTMLFieldSetElement>(null);
  const lastHandles = useRef(visibleHandles);

  useLayoutEffect(() => {
    lastHandles.current = visibleHandles;
    positionMarkers(frame.current, visibleHandles, contentEditor.view.get());
  });
  useEffect(
    () =>
      contentEditor.view.subscribe(() =>
        positionMarkers(frame.current, lastHandles.current, contentEditor.view.get()),
      ),
    [contentEditor],
  );

  return (
    <fieldset ref={frame} className={classes['marks']} aria-label={t('contentEditor.marks')}>
      {visibleHandles.map((mark) => (
        <MarkHandle
          key={`${mark.key} ${mark.edge}`}
          mark={mark}
          number={numbers.get(mark.key) ?? 0}
          isChosen={mark.key === chosenChapter}
        />
      ))}
    </fieldset>
  );
}

const numbersByRow = new WeakMap<object, ReadonlyMap<string, number>>();

/** Returns the number of each chapter, starting at 1. */
function numbersOf(
  bookContent: Parameters<Parameters<typeof useBookContent>[0]>[0],
): ReadonlyMap<string, number> {
  const cachedNumbers = numbersByRow.get(bookContent.chapters);
  if (cachedNumbers) return cachedNumbers;
  const numbers = new Map(bookContent.chapters.map(({ key }, index) => [key, index + 1]));
  numbersByRow.set(bookContent.chapters, numbers);
  return numbers;
}
