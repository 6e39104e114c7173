import { Button, Checkbox, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  type Release,
  releaseEndpoints,
  releaseMessages,
  type RollBackChecks,
  rollBackChecks,
} from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { IssueList } from './checks-section.tsx';
import { useReleaseRequest } from './use-release-request.ts';

export interface RollBackDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const readerOf = (id: number): Read<RollBackChecks> => {
  const { method } = releaseEndpoints.rollBackChecks;
  const path = pathOf(releaseEndpoints.rollBackChecks, id);
  return async (client, signal) =>
    rollBackChecks.parse(readData(await client.call({ method, path, signal })));
};

/** Lists what a rollback leaves unchanged, and asks for confirmation. */
export function RollBackDialog({ release, onClose, onDone }: RollBackDialogProps) {
  const { t } = useTranslation();
  const read = useMemo(() => readerOf(release.id), [release.id]);
  const { value, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('releases.rollBackLoadFailed'),
  });
  const [skips, setSkips] = useState(false);
  const { send, isBusy } = useReleaseRequest(release, () => {
    onClose();
    onDone();
  });
  const keepsSome = value !== undefined && value.items.length > 0;
  const rollBack = () =>
    void send({
      endpoint: releaseEndpoints.rollBack,
      done: releaseMessages.rolledBack,
      json: { version: release.version, ...(keepsSome && { skip: true }) },
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('releases.rollBackTitle', { name: release.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <Text>{t('releases.rollBackText')}</Text>
        {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
        {!apiError && !value && <Loader aria-label={t('ui.loading')} />}
        {keepsSome && (
          <>
            <Text>{t('releases.rollBackKeeps')}</Text>
            <IssueList id={undefined} issues={value.items} />
            <Checkbox
              label={t('releases.rollBackSkip')}
              checked={skips}
              onChange={(event) => setSkips(event.currentTarget.checked)}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('ui.cancel')}
          </Button>
          <Button color="red" disabled={!value || isBusy || (keepsSome && !skips)} onClick={rollBack}>
            {t('releases.rollBackConfirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
