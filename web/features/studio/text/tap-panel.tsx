import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chapterOf } from '../model/inside.ts';
import { placedSentences, type SentencePlace, tapSentence } from '../model/times.ts';
import { fromLine } from '../model/timeline.ts';
import { isTyping } from '../keys.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import pane from '../chapters/chapters.module.css';
import classes from './text.module.css';

/** A sentence ends where the pause before the next one begins, when there is one so near. */
const PAUSE_REACH = 1.5;

/** While it plays, a press at the beginning of each sentence tells when it is read. */
export function TapPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const { language } = studio.book;
  const chosen = useValue(studio.chosen);
  const isPlaying = useValue(studio.player.isPlaying);
  const chapter = useInside((inside) => chapterOf(inside, chosen));
  const all = chapter ? placedSentences(chapter, language) : [];
  const picked = useValue(studio.sentence);
  const [next, setNext] = useState(0);
  const last = useRef<SentencePlace>(undefined);
  const [startedIn, setStartedIn] = useState(chosen);
  if (startedIn !== chosen) {
    setStartedIn(chosen);
    setNext(0);
  }
  const wanted = all[next];

  const begin = () => {
    const at = all.findIndex(
      ({ place }) => place.paragraph === picked?.paragraph && place.index === picked.index,
    );
    const first = at >= 0 ? at : all.findIndex(({ time }) => !time);
    setNext(Math.max(0, first));
    last.current = undefined;
    const before = all.slice(0, Math.max(0, first)).findLast(({ time }) => time)?.time?.end;
    const sound = chapter?.sound;
    const from = sound && studio.toLine(sound.file, before ?? sound.start);
    if (from !== undefined) studio.player.play(from);
  };

  const tap = useCallback(() => {
    const place = fromLine(studio.timeline.get(), studio.player.time.get());
    if (!wanted || !place || !studio.player.isPlaying.get()) return;
    const at = place.seconds;
    const pause = place.file.silences.findLast(({ start, end }) => start < at && end > at - PAUSE_REACH);
    const end = pause && pause.start > at - PAUSE_REACH ? pause.start : at;
    const isDone = studio.changeChapter('tap', wanted.place.chapter, (inside) =>
      tapSentence(inside, wanted.place, at, { place: last.current, end }, language),
    );
    if (!isDone) return;
    last.current = wanted.place;
    setNext((before) => before + 1);
  }, [studio, wanted, language]);

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
      tap();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [tap]);

  return (
    <section className={pane['panel']} aria-label={t('studio.tapAlong')}>
      <p className={pane['hint']}>{t('studio.tapHint')}</p>
      <p className={classes['tapNext']}>{wanted ? wanted.text : t('studio.tapDone')}</p>
      <div className={pane['panelRow']}>
        <Button size="xs" variant="default" onClick={isPlaying ? () => studio.player.pause() : begin}>
          {t(isPlaying ? 'studio.pause' : 'studio.tapBegin')}
        </Button>
        <Button className={classes['tap'] ?? ''} disabled={!isPlaying || !wanted} onPointerDown={tap}>
          {t('studio.tap')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </section>
  );
}
