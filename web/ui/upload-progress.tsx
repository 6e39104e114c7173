import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './upload-progress.module.css';

export interface UploadProgressProps {
  /** 0 to 1; 1 means that all is sent and the server works on it. */
  readonly fraction: number;
}

export function UploadProgress({ fraction }: UploadProgressProps) {
  const { t } = useTranslation();
  const percent = Math.floor(fraction * 100);
  return (
    <Group gap="sm" wrap="nowrap" className={classes['upload'] ?? ''}>
      <Progress.Root className={classes['bar'] ?? ''} size="md">
        <Progress.Section value={percent} aria-label={t('ui.uploadProgress')} animated={fraction >= 1} />
      </Progress.Root>
      <Text size="sm" className={classes['percent'] ?? ''}>
        {fraction >= 1 ? t('ui.storing') : `${percent} %`}
      </Text>
    </Group>
  );
}
