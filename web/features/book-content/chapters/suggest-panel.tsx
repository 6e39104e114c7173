import '@mantine/core/styles/Slider.layer.css';
import { Button, Slider, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { readChapterList } from '../model/chapter-list.ts';
import { arrangeClips } from '../model/arrange-clips.ts';
import { likelyCuts, suggestCuts } from '../model/silences.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './chapters.module.css';

const MAX_SUGGESTIONS = 400;

/** Creates chapters at the longest pauses. A slider or the pasted titles determine their number. */
export function SuggestPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const { files } = useValue(contentEditor.timeline);
  const view = useValue(contentEditor.player.isPlaying) ? undefined : contentEditor.player.time.get();
  const file =
    files.find(({ offset, seconds }) => view !== undefined && view >= offset && view < offset + seconds) ??
    files[0];
  const most = useMemo(
    () =>
      file
        ? Math.min(
            MAX_SUGGESTIONS,
            suggestCuts(file.silences, { seconds: file.seconds, count: MAX_SUGGESTIONS }).length,
          )
        : 0,
    [file],
  );
  const [count, setCount] = useState(() => (file ? likelyCuts(file.silences, file.seconds) : 0));
  const [titles, setTitles] = useState('');
  const listedTitles = useMemo(() => readChapterList(titles).map(({ title }) => title), [titles]);
  const limitedCount = Math.min(most, listedTitles.length > 0 ? listedTitles.length - 1 : count);

  const use = () => {
    if (!file) return;
    const starts = [0, ...suggestCuts(file.silences, { seconds: file.seconds, count: limitedCount })];
    contentEditor.change('suggest', (bookContent) =>
      arrangeClips(bookContent, {
        file: file.file,
        length: file.seconds,
        chapters: starts.map((start, index) => ({
          start,
          title: listedTitles[index]?.slice(0, limits.maxNameLength),
        })),
        nameOf: contentEditor.nameOf,
      }),
    );
    contentEditor.choose(contentEditor.current().chapters[0]?.key);
    onClose();
  };

  return (
    <section className={classes['panel']} aria-label={t('contentEditor.suggest')}>
      <label className={classes['hint']} htmlFor="suggest-count">
        {t('contentEditor.suggestCount', { count: limitedCount + 1 })}
      </label>
      <Slider
        id="suggest-count"
        thumbLabel={t('contentEditor.suggestSlider')}
        min={0}
        max={most}
        value={limitedCount}
        disabled={listedTitles.length > 0}
        onChange={setCount}
        label={(value) => value + 1}
      />
      <Textarea
        size="xs"
        rows={4}
        label={t('contentEditor.titlesOver')}
        value={titles}
        onChange={({ currentTarget: { value } }) => setTitles(value)}
      />
      <div className={classes['panelRow']}>
        <p className={classes['hint']}>{t('contentEditor.suggestHint')}</p>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={!file} onClick={use}>
          {t('contentEditor.useCuts')}
        </Button>
      </div>
    </section>
  );
}
