import { Portal, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { filesOfBatch } from '#web/core/lib/dropped-files.ts';
import classes from './drop-zone.module.css';
import { useFileDrag } from './use-file-drag.ts';
import { useImportFiles } from './use-import-files.ts';

export interface DropZoneProps {
  /** True while another component that accepts files is open. */
  readonly isOff?: boolean;
}

/** Imports files that are dropped anywhere on the screen. It is visible only while files are dragged over the screen. */
export function DropZone({ isOff = false }: DropZoneProps) {
  const { t } = useTranslation();
  const dropFiles = useImportFiles();
  const isDraggedOver = useFileDrag({
    isOff,
    onDrop: (transfer) => void filesOfBatch(transfer).then(dropFiles),
  });
  if (!isDraggedOver) return null;
  return (
    <Portal>
      <div className={classes['zone']} aria-hidden="true">
        <div className={classes['sign']}>
          <IconFileImport size={40} stroke={1.3} />
          <Text fw={620} size="lg">
            {t('batches.zone')}
          </Text>
          <Text size="sm">{t('batches.zoneHint')}</Text>
        </div>
      </div>
    </Portal>
  );
}
