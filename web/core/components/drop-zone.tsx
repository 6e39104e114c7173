import { Portal, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { carriesFiles, filesOfBatch } from '#web/core/lib/dropped-files.ts';
import classes from './drop-zone.module.css';
import { useImportFiles } from './use-import-files.ts';

export interface DropZoneProps {
  /** True while another component that accepts files is open. */
  readonly isOff?: boolean;
}

/** Imports files that are dropped anywhere on the screen. It is visible only while files are dragged over the screen. */
export function DropZone({ isOff = false }: DropZoneProps) {
  const { t } = useTranslation();
  const dropFiles = useImportFiles();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const onDrop = useEffectEvent((transfer: DataTransfer) => void filesOfBatch(transfer).then(dropFiles));

  useEffect(() => {
    if (isOff) return undefined;
    // The browser fires dragenter and dragleave for each element below the pointer, so they are counted.
    let depth = 0;
    const updateDepth = (next: number) => {
      depth = Math.max(0, next);
      setDraggedOver(depth > 0);
    };
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.type === 'dragenter') updateDepth(depth + 1);
      else if (event.type === 'dragleave') updateDepth(depth - 1);
      else if (event.type === 'drop') {
        updateDepth(0);
        if (event.dataTransfer) onDrop(event.dataTransfer);
      } else if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const types = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const type of types) window.addEventListener(type, onDrag);
    return () => {
      for (const type of types) window.removeEventListener(type, onDrag);
      setDraggedOver(false);
    };
  }, [isOff]);

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
