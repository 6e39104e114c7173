import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { isSubmitKey } from '#web/core/lib/screen-shortcuts.ts';
import { readTitles } from './chapter-edits.ts';
import classes from './proposal-chapters.module.css';

export interface TitlesPanelProps {
  readonly count: number;
  readonly onApply: (titles: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Renames the chapters in order from a pasted list of titles. */
export function TitlesPanel({ count, onApply, onClose }: TitlesPanelProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const titles = readTitles(text).map((title) => title.slice(0, limits.maxNameLength));
  return (
    <div className={classes['paste']}>
      <Textarea
        label={t('imports.pasteLabel')}
        description={t('imports.pasteHint')}
        rows={6}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the field with the button above it
        autoFocus
        value={text}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return;
          event.preventDefault();
          if (titles.length > 0) onApply(titles);
        }}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Group gap="xs" justify="flex-end">
        <output className={classes['summary']}>
          {titles.length > 0 &&
            t('imports.pasteCount', {
              count: titles.length,
              chapters: t('imports.chapters', { count }),
            })}
        </output>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={titles.length === 0} onClick={() => onApply(titles)}>
          {t('imports.pasteUse')}
        </Button>
      </Group>
    </div>
  );
}
