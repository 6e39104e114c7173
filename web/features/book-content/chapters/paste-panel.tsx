import { Button, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { readChapterList } from '../model/chapter-list.ts';
import { arrangeClips, withTitles } from '../model/arrange-clips.ts';
import { addChapter, rename } from '../model/chapters.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './chapters.module.css';

/** Imports pasted lists of other programs. A list of titles renames the chapters in order. A list with times divides the audio again. */
export function PastePanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const { files } = useValue(contentEditor.timeline);
  const count = useBookContent((bookContent) => bookContent.chapters.length);
  const [text, setText] = useState('');
  const listedChapters = useMemo(
    () =>
      readChapterList(text).map(({ title, start }) => ({
        start,
        title: title.slice(0, limits.maxNameLength),
      })),
    [text],
  );
  const [file] = files;
  const hasTimes = listedChapters[0]?.start !== undefined;
  const canUse = listedChapters.length > 0 && (!hasTimes || files.length === 1);

  const use = () => {
    if (hasTimes && file)
      contentEditor.change('pasteTimes', (bookContent) =>
        arrangeClips(bookContent, {
          file: file.file,
          length: file.seconds,
          chapters: listedChapters.map(({ title, start }) => ({
            start: start ?? 0,
            title: title || undefined,
          })),
          nameOf: contentEditor.nameOf,
        }),
      );
    else
      contentEditor.change('pasteTitles', (bookContent) => {
        let changedContent = withTitles(
          bookContent,
          listedChapters.map(({ title }) => title),
        );
        // In a book without chapters, the list creates them.
        if (bookContent.chapters.length === 0)
          for (const { title } of listedChapters) {
            const addition = addChapter(changedContent, title);
            changedContent = rename(addition.bookContent, addition.key, title);
          }
        return changedContent;
      });
    contentEditor.choose(contentEditor.current().chapters[0]?.key);
    onClose();
  };

  return (
    <section className={classes['panel']} aria-label={t('contentEditor.pasteList')}>
      <Textarea
        size="xs"
        label={t('contentEditor.pasteLabel')}
        description={t('contentEditor.pasteHint')}
        rows={7}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the field with the menu item
        autoFocus
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div className={classes['panelRow']}>
        <output className={classes['hint']}>
          {listedChapters.length > 0 &&
            (hasTimes
              ? t(files.length === 1 ? 'contentEditor.pasteTimed' : 'contentEditor.pasteManyFiles', {
                  count: listedChapters.length,
                })
              : t('contentEditor.pasteCount', {
                  count: listedChapters.length,
                  chapters: t('contentEditor.chapterCount', { count }),
                }))}
        </output>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={!canUse} onClick={use}>
          {t('contentEditor.pasteUse')}
        </Button>
      </div>
    </section>
  );
}
