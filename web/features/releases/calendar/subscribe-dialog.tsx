import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CreatedReleaseCalendar,
  createdReleaseCalendar,
  ownReleaseCalendar,
  type ReleaseCalendar,
  releaseCalendarEndpoints,
  releaseCalendarMessages,
} from '#contract/releases/release-calendar';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { CopyField } from '#web/ui/copy-field.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useToast } from '#web/ui/use-toast.ts';

export interface SubscribeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The secret address at which the calendar program of the user reads the releases. */
export function SubscribeDialog({ isOpen, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('releases.subscribeTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Content />
    </Modal>
  );
}

const { get, create, revoke } = releaseCalendarEndpoints;
const readCalendar: Read<ReleaseCalendar | null> = async (client, signal) =>
  ownReleaseCalendar.parse(readData(await client.call({ ...get, signal })));

function Content() {
  const { t } = useTranslation();
  const locale = useLocale();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const { value, isReading, apiError, retry } = useRemoteRead(readCalendar, {
    attempted_action: t('releases.subscribeFailed'),
  });
  const [created, setCreated] = useState<CreatedReleaseCalendar>();
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>, message: string) => {
    setBusy(true);
    try {
      await work();
      toast('success', message);
    } catch (error) {
      const attempted_action = t('releases.subscribeFailed');
      const failure = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError: failure, attempted_action, details: { cause: error } });
      toast('error', failure.message);
      // Another page may have revoked the address.
      if (failure.status === 404) retry();
    } finally {
      setBusy(false);
    }
  };
  const createAddress = () =>
    void run(async () => {
      setCreated(createdReleaseCalendar.parse(readData(await client.call(create))));
    }, releaseCalendarMessages.created);
  const revokeAddress = () =>
    void run(async () => {
      await client.call(revoke);
      setCreated(undefined);
      retry();
    }, releaseCalendarMessages.revoked);

  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (isReading && !created) return <Loader aria-label={t('ui.loading')} />;
  const hasAddress = created !== undefined || (value !== undefined && value !== null);
  return (
    <Stack gap="sm">
      <Text size="sm">{t('releases.subscribeText')}</Text>
      {created && (
        <>
          <CopyField
            label={t('releases.calendarAddress')}
            value={new URL(created.address, window.location.origin).href}
          />
          <Text size="sm">{t('releases.addressOnce')}</Text>
        </>
      )}
      {!created && value && (
        <Text size="sm">
          {t('releases.addressExists', { time: dateTimeFormat(locale).format(new Date(value.created_at)) })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {hasAddress && (
          <Button variant="default" disabled={isBusy} onClick={revokeAddress}>
            {t('releases.revokeAddress')}
          </Button>
        )}
        <Button variant={hasAddress ? 'default' : 'filled'} disabled={isBusy} onClick={createAddress}>
          {t(hasAddress ? 'releases.regenerateAddress' : 'releases.createAddress')}
        </Button>
      </Group>
    </Stack>
  );
}
