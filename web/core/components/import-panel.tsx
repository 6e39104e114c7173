import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFiles, IconFolder } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filesOfInput } from '#web/core/lib/dropped-files.ts';
import classes from './drop-zone.module.css';
import { useImportFiles } from './use-import-files.ts';

export interface ImportPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const accept =
  '.m4b,.m4a,.mp3,.opus,.ogg,.oga,.flac,.wav,.cue,.epub,.zip,.json,audio/*,image/jpeg,image/png,image/webp';

/** In which files or a folder are chosen. */
export function ImportPanel({ isOpen, onClose, children }: ImportPanelProps) {
  const { t } = useTranslation();
  const dropFiles = useImportFiles();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = filesOfInput(input.files);
    // The same choice made again is a change again.
    input.value = '';
    onClose();
    dropFiles(chosen);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('batches.panelTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <ul className={classes['kinds']}>
          <li>{t('batches.panelAudio')}</li>
          <li>{t('batches.panelText')}</li>
          <li>{t('batches.panelMany')}</li>
        </ul>
        <Group gap="xs">
          <Button
            leftSection={<IconFiles size={16} stroke={1.7} />}
            data-autofocus
            onClick={() => files.current?.click()}
          >
            {t('batches.chooseFiles')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolder size={16} stroke={1.7} />}
            onClick={() => folder.current?.click()}
          >
            {t('batches.chooseFolder')}
          </Button>
        </Group>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={accept}
          aria-label={t('batches.chooseFiles')}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
        <input
          // Nothing else lets a folder be chosen.
          {...{ webkitdirectory: '' }}
          ref={folder}
          type="file"
          hidden
          aria-label={t('batches.chooseFolder')}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
        <Text size="sm" c="dimmed">
          {t('batches.orDrop')}
        </Text>
        {children}
      </Stack>
    </Modal>
  );
}
