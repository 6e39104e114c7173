import { Button, CopyButton, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListFormat, listFormats, writeChapterList } from '../model/chapter-list.ts';
import { useInside, useStudio } from '../studio-context.ts';
import classes from './chapters.module.css';

const isFormat = (value: string): value is ListFormat => (listFormats as readonly string[]).includes(value);

/** The chapters as a list for other programs. */
export function CopyPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  const chapters = useInside((inside) => inside.chapters);
  const [format, setFormat] = useState<ListFormat>('lines');
  const needsTimes = format !== 'titles';
  const rows = chapters.flatMap(({ code, name, sound }, at) => {
    const offset = sound && studio.toLine(sound.file, 0);
    if (needsTimes && offset === undefined) return [];
    const title = name || studio.nameOf(at + 1);
    return [
      { code, title, start: (sound?.start ?? 0) + (offset ?? 0), end: (sound?.end ?? 0) + (offset ?? 0) },
    ];
  });
  const text = writeChapterList(
    format,
    rows,
    studio.book.name,
    studio.book.audioUrl?.split('/').at(-1) ?? '',
  );
  return (
    <section className={classes['panel']} aria-label={t('studio.copyList')}>
      <NativeSelect
        size="xs"
        label={t('studio.format')}
        value={format}
        data={listFormats.map((value) => ({ value, label: t(`studio.formatOf.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isFormat(value) && setFormat(value)}
      />
      <Textarea size="xs" rows={7} readOnly aria-label={t('studio.listText')} value={text} />
      <div className={classes['panelRow']}>
        <p className={classes['hint']}>
          {rows.length < chapters.length && t('studio.copyLeftOut', { count: chapters.length - rows.length })}
        </p>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {t(copied ? 'studio.copied' : 'studio.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </section>
  );
}
