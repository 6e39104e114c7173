import { Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './drop-zone.module.css';
import { ImportChoice } from './import-choice.tsx';

export interface ImportPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel for choosing files or a folder to import. */
export function ImportPanel({ isOpen, onClose, children }: ImportPanelProps) {
  const { t } = useTranslation();
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
        <ImportChoice onChosen={onClose} />
        <Text size="sm" c="dimmed">
          {t('batches.orDrop')}
        </Text>
        {children}
      </Stack>
    </Modal>
  );
}
