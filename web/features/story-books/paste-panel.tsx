import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSubmitKey } from '#web/core/lib/screen-shortcuts.ts';
import { type PastedRow, parseRows } from './paste-rows.ts';
import classes from './story-items.module.css';
import { usePasteErrorMessage } from './use-paste-error.ts';

export interface PastePanelProps {
  readonly onAdd: (rows: readonly PastedRow[]) => void;
  readonly onClose: () => void;
}

/** A text area for rows of a spreadsheet. The text stays until all rows are valid. */
export function PastePanel({ onAdd, onClose }: PastePanelProps) {
  const { t } = useTranslation();
  const errorText = usePasteErrorMessage();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    const parseResult = parseRows(text);
    if ('error' in parseResult) setError(errorText(parseResult));
    else onAdd(parseResult.rows);
  };
  return (
    <div className={classes['paste']}>
      <Textarea
        label={t('storyBooks.pasteLabel')}
        description={t('storyBooks.pasteHint')}
        classNames={{ input: classes['pasted'] ?? '' }}
        rows={5}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the field with the button above it
        autoFocus
        value={text}
        error={error}
        onKeyDown={(event) => {
          if (!isSubmitKey(event)) return;
          // Enter would otherwise submit the outer form without these rows.
          event.preventDefault();
          add();
        }}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setError(undefined);
        }}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" onClick={add}>
          {t('storyBooks.pasteAdd')}
        </Button>
      </Group>
    </div>
  );
}
