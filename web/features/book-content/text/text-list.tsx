import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordCountOf } from '../model/counts.ts';
import { observeHeight } from '../observe-height.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { createValue, useValue, type ValueStore } from '#web/core/lib/value-store.ts';
import { ParagraphRow } from './paragraph-row.tsx';
import { textRows, type TextRow } from './text-rows.ts';
import type { TextPane } from './use-text-pane.ts';
import classes from './text.module.css';

/** The estimated number of characters per line, for rows that are not rendered yet. */
const ROW_HEIGHT = 74;

function heightOf(row: TextRow | undefined): number {
  if (row?.kind !== 'paragraph') return 44;
  return 14 + 22 * Math.max(1, Math.ceil(row.paragraph.text.length / ROW_HEIGHT));
}

export interface TextListProps {
  readonly pane: TextPane;
  readonly isListening: boolean;
}

/** The texts of all chapters. Only the visible rows are rendered. */
export function TextList({ pane, isListening }: TextListProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chapters = useBookContent((bookContent) => bookContent.chapters);
  const chosenChapter = useValue(contentEditor.chosen);
  const playedSentence = useValue(contentEditor.played);
  const sentence = useValue(contentEditor.sentence);
  const caret = useValue(pane.caret);
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(() => textRows(chapters), [chapters]);

  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 6,
    initialRect: { width: 600, height: 600 },
    observeElementRect: observeHeight,
  });

  const [isScrolled] = useState(() => createValue(false));
  useEffect(() => isScrolled.set(virtual.isScrolling));

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  const show = useCallback(
    (key: string | undefined, align: 'auto' | 'start' | 'center') => {
      const index = key === undefined ? -1 : latest.current.findIndex((row) => row.key === key);
      if (index >= 0) virtual.scrollToIndex(index, { align });
    },
    [virtual],
  );
  // Scrolls to a chapter that was selected elsewhere. A chapter selected in its own text is already visible.
  useEffect(() => {
    if (chosenChapter !== undefined && !scroller.current?.contains(document.activeElement))
      show(`head ${chosenChapter}`, 'start');
  }, [chosenChapter, show]);
  useEffect(() => show(playedSentence?.paragraph, 'auto'), [playedSentence?.paragraph, show]);
  useEffect(() => show(sentence?.paragraph, 'center'), [sentence?.paragraph, show]);
  useEffect(() => show(caret?.key, 'auto'), [caret, show]);

  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes scrollable content accessible by keyboard
      tabIndex={0}
      aria-label={t('contentEditor.texts')}
    >
      <div className={classes['list']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={classes['row']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row row={row} pane={pane} isListening={isListening} isScrolled={isScrolled} />
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

interface RowProps extends TextListProps {
  readonly row: TextRow;
  readonly isScrolled: ValueStore<boolean>;
}

function Row({ row, pane, isListening, isScrolled }: RowProps) {
  const contentEditor = useContentEditor();
  const { t } = contentEditor;
  const canEdit = useValue(contentEditor.canEdit);
  if (row.kind === 'head') {
    const { chapter, number } = row;
    return (
      <h3 className={classes['head']}>
        <span className={classes['headNumber']}>{number}</span>
        {chapter.name || contentEditor.nameOf(number)}
        <span className={classes['headWords']}>
          {t('contentEditor.words', { count: wordCountOf(chapter) })}
        </span>
      </h3>
    );
  }
  if (row.kind === 'empty')
    return (
      <div className={classes['empty']}>
        {t('contentEditor.noTextYet')}
        {canEdit && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => pane.goTo(pane.edits.append(row.chapter, ['']))}
          >
            {t('contentEditor.writeText')}
          </Button>
        )}
      </div>
    );
  return (
    <ParagraphRow
      chapter={row.chapter}
      paragraph={row.paragraph}
      pane={pane}
      isListening={isListening}
      isScrolled={isScrolled}
    />
  );
}
