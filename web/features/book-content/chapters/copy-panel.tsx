import { Button, CopyButton, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListFormat, listFormats, writeChapterList } from '../model/chapter-list.ts';
import { useBookContent, useContentEditor } from '../content-editor-context.ts';
import classes from './chapters.module.css';

const isFormat = (value: string): value is ListFormat => (listFormats as readonly string[]).includes(value);

/** Copies the chapters as a list for other programs. */
export function CopyPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const chapters = useBookContent((bookContent) => bookContent.chapters);
  const [format, setFormat] = useState<ListFormat>('lines');
  const needsTimes = format !== 'titles';
  const rows = chapters.flatMap(({ code, name, audio }, index) => {
    const offset = audio && contentEditor.toLine(audio.file, 0);
    if (needsTimes && offset === undefined) return [];
    const title = name || contentEditor.nameOf(index + 1);
    return [
      { code, title, start: (audio?.start ?? 0) + (offset ?? 0), end: (audio?.end ?? 0) + (offset ?? 0) },
    ];
  });
  const text = writeChapterList(format, {
    chapters: rows,
    bookName: contentEditor.book.name,
    fileName: contentEditor.book.audioUrl?.split('/').at(-1) ?? '',
  });
  return (
    <section className={classes['panel']} aria-label={t('contentEditor.copyList')}>
      <NativeSelect
        size="xs"
        label={t('contentEditor.format')}
        value={format}
        data={listFormats.map((value) => ({ value, label: t(`contentEditor.formatOf.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isFormat(value) && setFormat(value)}
      />
      <Textarea size="xs" rows={7} readOnly aria-label={t('contentEditor.listText')} value={text} />
      <div className={classes['panelRow']}>
        <p className={classes['hint']}>
          {rows.length < chapters.length &&
            t('contentEditor.copyLeftOut', { count: chapters.length - rows.length })}
        </p>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {t(copied ? 'contentEditor.copied' : 'contentEditor.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </section>
  );
}
