import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileImport, IconFiles, IconFolder } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filesOfInput } from '../lib/dropped-files.ts';
import { useBackButton } from '../lib/use-back-button.ts';
import classes from './drop-zone.module.css';
import { DropZone } from './drop-zone.tsx';
import { useDropFiles } from './use-drop-files.ts';

export interface ImportButtonProps {
  /** While something else is open, which takes its own files. */
  readonly isOff?: boolean;
  /** Stands below in the panel: where the imports are. */
  readonly children?: ReactNode;
}

const accept =
  '.m4b,.m4a,.mp3,.opus,.ogg,.oga,.flac,.wav,.cue,.epub,.zip,.json,audio/*,image/jpeg,image/png,image/webp';

/** Opens a panel in which files or a folder are chosen; and takes what is dropped on the screen. */
export function ImportButton({ isOff = false, children }: ImportButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackButton(isOpen, close);
  const dropFiles = useDropFiles();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    const chosen = filesOfInput(input.files);
    // The same choice made again is a change again.
    input.value = '';
    close();
    dropFiles(chosen);
  };
  return (
    <>
      <Button
        variant="default"
        classNames={{ label: classes['openLabel'] ?? '', section: classes['openIcon'] ?? '' }}
        aria-label={t('drops.open')}
        data-tooltip={t('drops.panelTitle')}
        leftSection={<IconFileImport size={16} stroke={1.7} />}
        onClick={() => setOpen(true)}
      >
        {t('drops.open')}
      </Button>
      <DropZone isOff={isOff} />
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('drops.panelTitle')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Stack gap="md">
          <ul className={classes['kinds']}>
            <li>{t('drops.panelAudio')}</li>
            <li>{t('drops.panelText')}</li>
            <li>{t('drops.panelMany')}</li>
          </ul>
          <Group gap="xs">
            <Button
              leftSection={<IconFiles size={16} stroke={1.7} />}
              data-autofocus
              onClick={() => files.current?.click()}
            >
              {t('drops.chooseFiles')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFolder size={16} stroke={1.7} />}
              onClick={() => folder.current?.click()}
            >
              {t('drops.chooseFolder')}
            </Button>
          </Group>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            accept={accept}
            aria-label={t('drops.chooseFiles')}
            onChange={({ currentTarget }) => take(currentTarget)}
          />
          <input
            // Nothing else lets a folder be chosen.
            {...{ webkitdirectory: '' }}
            ref={folder}
            type="file"
            hidden
            aria-label={t('drops.chooseFolder')}
            onChange={({ currentTarget }) => take(currentTarget)}
          />
          <Text size="sm" c="dimmed">
            {t('drops.orDrop')}
          </Text>
          {children}
        </Stack>
      </Modal>
    </>
  );
}
