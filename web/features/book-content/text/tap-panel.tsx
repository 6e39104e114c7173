import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chapterOf } from '../model/book-content.ts';
import { positionedSentences, type SentencePosition, tapSentence } from '../model/times.ts';
import { fromLine } from '../model/timeline.ts';
import { isTyping } from '../keyboard-shortcuts.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import pane from '../chapters/chapters.module.css';
import classes from './text.module.css';

/** The distance in seconds within which a sentence ends at the start of the pause before the next one. */
const PAUSE_REACH = 1.5;

/** Sets the times of sentences during playback: the user presses a key at the start of each. */
export function TapPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const { language } = contentEditor.book;
  const chosenChapter = useValue(contentEditor.chosen);
  const isPlaying = useValue(contentEditor.player.isPlaying);
  const chapter = useBookContent((bookContent) => chapterOf(bookContent, chosenChapter));
  const all = chapter ? positionedSentences(chapter, language) : [];
  const pickedSentence = useValue(contentEditor.sentence);
  const [next, setNext] = useState(0);
  const last = useRef<SentencePosition>(undefined);
  const [startedIn, setStartedIn] = useState(chosenChapter);
  if (startedIn !== chosenChapter) {
    setStartedIn(chosenChapter);
    setNext(0);
  }
  const sentence = all[next];

  const begin = () => {
    const index = all.findIndex(
      ({ position }) =>
        position.paragraph === pickedSentence?.paragraph && position.index === pickedSentence.index,
    );
    const first = index >= 0 ? index : all.findIndex(({ time }) => !time);
    setNext(Math.max(0, first));
    last.current = undefined;
    const before = all.slice(0, Math.max(0, first)).findLast(({ time }) => time)?.time?.end;
    const audio = chapter?.audio;
    const from = audio && contentEditor.toLine(audio.file, before ?? audio.start);
    if (from !== undefined) contentEditor.player.play(from);
  };

  const markSentence = useCallback(() => {
    const location = fromLine(contentEditor.timeline.get(), contentEditor.player.time.get());
    if (!sentence || !location || !contentEditor.player.isPlaying.get()) return;
    const time = location.seconds;
    const pause = location.file.silences.findLast(
      ({ start, end }) => start < time && end > time - PAUSE_REACH,
    );
    const end = pause && pause.start > time - PAUSE_REACH ? pause.start : time;
    const isDone = contentEditor.changeChapter('tap', {
      key: sentence.position.chapter,
      update: (bookContent) =>
        tapSentence(bookContent, {
          position: sentence.position,
          seconds: time,
          previous: { position: last.current, end },
          language,
        }),
    });
    if (!isDone) return;
    last.current = sentence.position;
    setNext((before) => before + 1);
  }, [contentEditor, sentence, language]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 't' ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      markSentence();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [markSentence]);

  return (
    <section className={pane['panel']} aria-label={t('contentEditor.tapAlong')}>
      <p className={pane['hint']}>{t('contentEditor.tapHint')}</p>
      <p className={classes['tapNext']}>{sentence ? sentence.text : t('contentEditor.tapDone')}</p>
      <div className={pane['panelRow']}>
        <Button size="xs" variant="default" onClick={isPlaying ? () => contentEditor.player.pause() : begin}>
          {t(isPlaying ? 'contentEditor.pause' : 'contentEditor.tapBegin')}
        </Button>
        <Button
          className={classes['tap'] ?? ''}
          disabled={!isPlaying || !sentence}
          onPointerDown={markSentence}
        >
          {t('contentEditor.tap')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  );
}
