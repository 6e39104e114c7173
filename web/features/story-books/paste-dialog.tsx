import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../../ui/form-alert.tsx';
import { type PastedRow, parseRows } from './paste-rows.ts';

export interface PasteDialogProps {
  readonly opened: boolean;
  readonly onPaste: (rows: readonly PastedRow[]) => void;
  readonly onClose: () => void;
}

/** Takes rows of a spreadsheet as text. */
export function PasteDialog({ opened, onPaste, onClose }: PasteDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('storyBooks.pasteTitle')}
      size="lg"
      zIndex={300}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {opened && <PasteForm onPaste={onPaste} onClose={onClose} />}
    </Modal>
  );
}

function PasteForm({ onPaste, onClose }: Omit<PasteDialogProps, 'opened'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [wrongLines, setWrongLines] = useState<readonly number[]>([]);
  const take = () => {
    const pasted = parseRows(text);
    if ('wrongLines' in pasted) setWrongLines(pasted.wrongLines);
    else onPaste(pasted.rows);
  };
  const complaint = t('storyBooks.wrongLines', { lines: wrongLines.slice(0, 10).join(', ') });
  return (
    <Stack gap="sm">
      <FormAlert complaints={wrongLines.length > 0 ? [complaint] : []} />
      <Textarea
        label={t('storyBooks.pasteLabel')}
        description={t('storyBooks.pasteHint')}
        rows={8}
        data-autofocus
        value={text}
        error={wrongLines.length > 0}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setWrongLines([]);
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={text.trim() === ''} onClick={take}>
          {t('storyBooks.pasteAdd')}
        </Button>
      </Group>
    </Stack>
  );
}
