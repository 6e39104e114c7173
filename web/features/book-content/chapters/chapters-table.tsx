import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileOf } from '../model/timeline.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { createValue, useValue } from '#web/core/lib/value-store.ts';
import { observeHeight } from '../observe-height.ts';
import { ChapterRow } from './chapter-row.tsx';
import { useRowDrag } from './use-row-drag.ts';
import classes from './chapters.module.css';

const HEAD = 30;

/** The table of all chapters. Only the visible rows are rendered. */
export function ChaptersTable() {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chapters = useBookContent((bookContent) => bookContent.chapters);
  const chosenChapter = useValue(contentEditor.chosen);
  const timeline = useValue(contentEditor.timeline);
  const canEdit = useValue(contentEditor.canEdit);
  const scroller = useRef<HTMLElement>(null);
  const isCoarse = useMediaQuery('(pointer: coarse), (max-width: 61.99em)', false);
  const rowHeight = isCoarse ? 48 : 34;

  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtual = useVirtualizer({
    count: chapters.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => chapters[index]?.key ?? index, [chapters]),
    overscan: 8,
    initialRect: { width: 600, height: 480 },
    observeElementRect: observeHeight,
    scrollPaddingStart: HEAD,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  const [isScrolled] = useState(() => createValue(false));
  useEffect(() => isScrolled.set(virtual.isScrolling));

  const { drag, onGrip } = useRowDrag({
    scroller,
    count: chapters.length,
    rowHeight,
    headHeight: HEAD,
    onDrop: ({ from, to }) => {
      const key = chapters[from]?.key;
      if (key !== undefined) contentEditor.move(key, to);
    },
  });

  // Scrolls to a chapter that was selected elsewhere.
  const chosenAt = chapters.findIndex(({ key }) => key === chosenChapter);
  useEffect(() => {
    if (chosenAt >= 0) virtual.scrollToIndex(chosenAt, { align: 'auto' });
  }, [virtual, chosenAt]);

  const rows = virtual.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes scrollable content accessible by keyboard
      tabIndex={0}
      aria-label={t('contentEditor.chapterList')}
    >
      <table
        className={classes['table']}
        aria-rowcount={chapters.length + 1}
        style={{ ['--row-height' as string]: `${rowHeight}px` }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes['number']}>
              {t('contentEditor.number')}
            </th>
            <th scope="col">{t('contentEditor.name')}</th>
            <th scope="col" className={classes['time']}>
              {t('contentEditor.start')}
            </th>
            <th scope="col" className={`${classes['time'] ?? ''} ${classes['wide'] ?? ''}`}>
              {t('contentEditor.end')}
            </th>
            <th scope="col" className={`${classes['length'] ?? ''} ${classes['wide'] ?? ''}`}>
              {t('contentEditor.length')}
            </th>
            <th scope="col" className={classes['stateColumn']}>
              <span className={classes['stateHead']}>{t('contentEditor.text')}</span>
            </th>
            <th scope="col" className={classes['playCell']}>
              <span className={classes['hidden']}>{t('contentEditor.play')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
          {rows.map(({ index }) => {
            const chapter = chapters[index];
            if (!chapter) return null;
            return (
              <ChapterRow
                key={chapter.key}
                chapter={chapter}
                index={index}
                isChosen={chapter.key === chosenChapter}
                offset={chapter.audio && fileOf(timeline, chapter.audio.file)?.offset}
                canEdit={canEdit}
                onDragStart={onGrip}
                isScrolled={isScrolled}
              />
            );
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
      {drag && (
        <div
          className={classes['uploadLine']}
          style={{
            transform: `translateY(${HEAD + (drag.to + (drag.to > drag.from ? 1 : 0)) * rowHeight}px)`,
          }}
        />
      )}
    </section>
  );
}
