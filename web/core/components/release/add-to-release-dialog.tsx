import { Button, Group, Loader, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { recordAddress } from '#web/core/lib/record-address.ts';
import { releaseName } from '#web/core/lib/release-address.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { recordForRelease } from './add-to-release.ts';
import { useReleases } from './use-releases.ts';

const close = () => recordForRelease.set(undefined);

/** Chooses a release and opens the record in it. */
export function AddToReleaseDialog() {
  const { t } = useTranslation();
  const record = useValue(recordForRelease);
  const lastRecord = useLastDefined(record);
  return (
    <Modal
      opened={record !== undefined}
      onClose={close}
      title={t('releaseDialogs.addTitle', { name: lastRecord?.name ?? '' })}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Choice />
    </Modal>
  );
}

function Choice() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const record = useValue(recordForRelease);
  const { value: releases, apiError, retry } = useReleases('open');
  const [chosen, setChosen] = useState<string>();
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!releases) return <Loader aria-label={t('ui.loading')} />;
  const value = chosen ?? String(releases[0]?.id ?? '');
  const go = (address: string) => {
    close();
    void navigate(address);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (record) go(`${recordAddress(record.kind, record.id)}?${releaseName}=${value}`);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {releases.length === 0 ? (
          <Text>{t('releaseDialogs.noneOpen')}</Text>
        ) : (
          <NativeSelect
            label={t('releaseDialogs.release')}
            description={t('releaseDialogs.addText')}
            value={value}
            data={releases.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('ui.cancel')}
          </Button>
          {releases.length === 0 ? (
            <Button onClick={() => go('/releases?open=new')}>{t('releaseDialogs.createFirst')}</Button>
          ) : (
            <Button type="submit">{t('releaseDialogs.editIn')}</Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
