import '@mantine/core/styles/Progress.layer.css';
import { Alert, Group, Progress, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MoveStatus } from '#contract/backup/backup';
import { toClock } from '#contract/core/format-duration';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat, percentFormat } from '#web/core/lib/formats.ts';
import { DescriptionItem, Panel } from '#web/features/settings/settings-panel.tsx';

/** Shows the progress of a move to another database and file storage. */
export function MovePanel({ move }: { readonly move: MoveStatus }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { started_at, is_running, database, store, step, progress, seconds_left } = move;
  return (
    <>
      {!is_running && (
        <Alert color="orange" mb="md" icon={<IconAlertCircle size={18} />} title={t('backup.move')}>
          {t('backup.moveInterrupted')}
        </Alert>
      )}
      <Panel id="backup-move" heading={t('backup.move')}>
        <DescriptionItem name={t('backup.moveTarget')}>
          {database}, {store}
        </DescriptionItem>
        <DescriptionItem name={t('backup.moveStarted')}>
          <time dateTime={started_at}>{dateTimeFormat(locale).format(new Date(started_at))}</time>
        </DescriptionItem>
        <DescriptionItem name={t('backup.moveStep')}>
          <Group gap="sm" wrap="nowrap">
            <Text inherit>{t(`backup.moveSteps.${step}`)}</Text>
            {step !== 'changes' && (
              <>
                <Progress flex={1} value={progress * 100} aria-label={t('backup.moveProgress')} />
                <Text inherit>{percentFormat(locale).format(progress)}</Text>
              </>
            )}
          </Group>
        </DescriptionItem>
        {is_running && step !== 'changes' && (
          <DescriptionItem name={t('backup.moveLeft')}>
            {seconds_left === null ? t('backup.moveUnknown') : toClock(seconds_left)}
          </DescriptionItem>
        )}
      </Panel>
    </>
  );
}
