import { Button, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';
import { readChapterList } from '../model/chapter-list.ts';
import { layCuts, withTitles } from '../model/lay-cuts.ts';
import { addChapter, rename } from '../model/chapters.ts';
import { useInside, useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import classes from './chapters.module.css';

/** A place for lists of other programs: titles alone rename the chapters in order, those with times divide the sound again. */
export function PastePanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const { files } = useValue(studio.timeline);
  const count = useInside((inside) => inside.chapters.length);
  const [text, setText] = useState('');
  const listed = useMemo(
    () =>
      readChapterList(text).map(({ title, start }) => ({
        start,
        title: title.slice(0, limits.maxNameLength),
      })),
    [text],
  );
  const [file] = files;
  const hasTimes = listed[0]?.start !== undefined;
  const canUse = listed.length > 0 && (!hasTimes || files.length === 1);

  const use = () => {
    if (hasTimes && file)
      studio.change('pasteTimes', (inside) =>
        layCuts(inside, {
          file: file.file,
          length: file.seconds,
          parts: listed.map(({ title, start }) => ({ start: start ?? 0, title: title || undefined })),
          nameOf: studio.nameOf,
        }),
      );
    else
      studio.change('pasteTitles', (inside) => {
        let changed = withTitles(
          inside,
          listed.map(({ title }) => title),
        );
        // In a book without chapters, the list is the chapters.
        if (inside.chapters.length === 0)
          for (const { title } of listed) {
            const made = addChapter(changed, title);
            changed = rename(made.inside, made.key, title);
          }
        return changed;
      });
    studio.choose(studio.current().chapters[0]?.key);
    onClose();
  };

  return (
    <section className={classes['panel']} aria-label={t('studio.pasteList')}>
      <Textarea
        size="xs"
        label={t('studio.pasteLabel')}
        description={t('studio.pasteHint')}
        rows={7}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the entry of the menu
        autoFocus
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div className={classes['panelRow']}>
        <output className={classes['hint']}>
          {listed.length > 0 &&
            (hasTimes
              ? t(files.length === 1 ? 'studio.pasteTimed' : 'studio.pasteManyFiles', {
                  count: listed.length,
                })
              : t('studio.pasteCount', { titles: listed.length, chapters: count }))}
        </output>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={!canUse} onClick={use}>
          {t('studio.pasteUse')}
        </Button>
      </div>
    </section>
  );
}
