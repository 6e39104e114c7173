import { Button, Menu } from '@mantine/core';
import { IconArchive, IconCalendarOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openStatuses, type Release, releaseEndpoints, releaseMessages } from '#contract/releases/releases';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useReleaseSwitch } from '#web/core/components/release/use-release.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { releaseName } from '#web/core/lib/release-address.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useReleaseRequest } from './use-release-request.ts';

export interface ReleaseActionsProps {
  readonly release: Release;
  readonly onChanged: () => void;
}

type Question = 'publish' | 'archive' | 'remove';

/** The actions on a release that its status and the permissions of the user permit. */
export function ReleaseActions({ release, onChanged }: ReleaseActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const select = useReleaseSwitch();
  const selected = useAppSelector(selectReleaseId);
  const mayEdit = usePermission('releases:edit');
  const mayPublish = usePermission('releases:publish');
  const [question, setQuestion] = useState<Question>();
  const currentQuestion = useLastDefined(question);
  const [edited, setEdited] = useState<EditorTarget<Release>>();
  const [isScheduling, setScheduling] = useState(false);
  const [isRollingBack, setRollingBack] = useState(false);
  const { id, name, status, version, change_count } = release;
  const isOpen = openStatuses.includes(status);
  const isScheduled = status === 'scheduled';
  const isSelected = selected === id;

  const onDone = () => {
    // A closed release can no longer be selected.
    if (isSelected) select(undefined, true);
    onChanged();
  };
  const { send, isBusy } = useReleaseRequest(release, onChanged);
  const closeRequest = useReleaseRequest(release, onDone);
  const removeRequest = useReleaseRequest(
    release,
    () => void navigate(isSelected ? `/releases?${releaseName}=live` : '/releases'),
  );
  const json = { version };
  const confirm = () => {
    setQuestion(undefined);
    const { publish, archive, remove } = releaseEndpoints;
    if (question === 'publish')
      void closeRequest.send({ endpoint: publish, done: releaseMessages.published, json });
    if (question === 'archive')
      void closeRequest.send({ endpoint: archive, done: releaseMessages.archived, json });
    if (question === 'remove') void removeRequest.send({ endpoint: remove, done: releaseMessages.deleted });
  };
  const texts = {
    publish: {
      title: t('releases.publishTitle', { name }),
      text: t('releases.publishText', { count: change_count }),
      confirm: t('releases.publish'),
    },
    archive: {
      title: t('releases.archiveTitle', { name }),
      text: t(status === 'published' ? 'releases.archiveLiveText' : 'releases.archiveText'),
      confirm: t('releases.archive'),
    },
    remove: {
      title: t('releases.removeTitle', { name }),
      text: t('releases.removeText'),
      confirm: t('releases.remove'),
    },
  }[currentQuestion ?? 'publish'];
  const canArchive = mayEdit && (status === 'draft' || status === 'failed' || status === 'published');
  const canRemove = mayEdit && (status === 'draft' || status === 'failed');

  return (
    <>
      {mayEdit && isOpen && !isSelected && (
        <Button variant="default" onClick={() => select(id)}>
          {t('releases.work')}
        </Button>
      )}
      {mayPublish && isOpen && (
        <Button variant="default" onClick={() => setScheduling(true)}>
          {t(isScheduled ? 'releases.reschedule' : 'releases.schedule')}
        </Button>
      )}
      {mayPublish && isOpen && (
        <Button disabled={change_count === 0 || closeRequest.isBusy} onClick={() => setQuestion('publish')}>
          {t('releases.publish')}
        </Button>
      )}
      {mayPublish && status === 'published' && (
        <Button variant="default" onClick={() => setRollingBack(true)}>
          {t('releases.rollBack')}
        </Button>
      )}
      {mayEdit && (
        <RowMenu label={t('ui.moreOf', { name })} isBusy={isBusy}>
          {() => (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setEdited({ item: release })}
              >
                {t('releases.edit')}
              </Menu.Item>
              {isScheduled && mayPublish && (
                <Menu.Item
                  leftSection={<IconCalendarOff size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={() =>
                    void send({
                      endpoint: releaseEndpoints.unschedule,
                      done: releaseMessages.unscheduled,
                      json,
                    })
                  }
                >
                  {t('releases.unschedule')}
                </Menu.Item>
              )}
              {canArchive && (
                <Menu.Item
                  leftSection={<IconArchive size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={() => setQuestion('archive')}
                >
                  {t('releases.archive')}
                </Menu.Item>
              )}
              {canRemove && (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={() => setQuestion('remove')}
                >
                  {t('releases.remove')}
                </Menu.Item>
              )}
            </>
          )}
        </RowMenu>
      )}
      <ConfirmDialog
        opened={question !== undefined}
        {...texts}
        cancel={t('ui.cancel')}
        onConfirm={confirm}
        onCancel={() => setQuestion(undefined)}
      />
      <ReleaseDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          toast('success', releaseMessages.updated);
          onChanged();
        }}
      />
      <ScheduleDialog
        release={release}
        isOpen={isScheduling}
        onClose={() => setScheduling(false)}
        onSaved={onChanged}
      />
      {isRollingBack && (
        <RollBackDialog release={release} onClose={() => setRollingBack(false)} onDone={onChanged} />
      )}
    </>
  );
}
