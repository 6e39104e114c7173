import '@mantine/core/styles/Progress.layer.css';
import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import classes from './upload-progress.module.css';

export interface UploadProgressProps {
  /** 0 to 1, where 1 means that the server is processing. */
  readonly fraction: number;
  /** Undefined if it cannot be estimated. */
  readonly secondsLeft?: number | undefined;
  /** True while the upload is paused. It resumes automatically. */
  readonly isPaused?: boolean | undefined;
}

export function UploadProgress({ fraction, secondsLeft, isPaused = false }: UploadProgressProps) {
  const { t } = useTranslation();
  const percent = Math.floor(fraction * 100);
  return (
    <Group gap="sm" wrap="nowrap" className={classes['upload'] ?? ''}>
      <Progress.Root className={classes['bar'] ?? ''} size="md">
        <Progress.Section value={percent} aria-label={t('ui.uploadProgress')} animated={fraction >= 1} />
      </Progress.Root>
      <Text size="sm" className={classes['percent'] ?? ''}>
        {fraction >= 1 ? t('ui.storing') : `${percent}%`}
        {isPaused && ` · ${t('ui.uploadPaused')}`}
        {!isPaused &&
          fraction < 1 &&
          secondsLeft !== undefined &&
          ` · ${t('ui.uploadLeft', { clock: toClock(secondsLeft) })}`}
      </Text>
    </Group>
  );
}
