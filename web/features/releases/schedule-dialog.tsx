import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Release, releaseEndpoints, releaseMessages } from '#contract/releases/releases';
import { localTimeOf } from '#contract/releases/time-zones';
import { messages } from '#contract/core/messages';
import { type LocalTime, type LocalTimeProblem, toFutureUtc } from './local-time.ts';
import { LocalTimeField } from './local-time-field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TimeZoneSelect } from './time-zone-select.tsx';
import { useReleaseRequest } from './use-release-request.ts';

export interface ScheduleDialogProps {
  readonly release: Release;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Local times that replace the current ones, such as `2026-07-01T09:00`. */
  readonly newTimes?: Readonly<Partial<Record<'publish_at' | 'ends_at', string>>> | undefined;
}

/** Chooses the time of publishing, its time zone, and the time of an automatic rollback. */
export function ScheduleDialog({ isOpen, ...props }: ScheduleDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={t('releases.scheduleTitle', { name: props.release.name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <ScheduleForm {...props} />
    </Modal>
  );
}

const initial = (time: string | null, zone: string, newTimes: string | undefined): LocalTime => ({
  local: newTimes ?? (time === null ? '' : localTimeOf(time, zone)),
  occurrence: undefined,
});

interface Problems {
  readonly publish?: LocalTimeProblem | undefined;
  readonly end?: LocalTimeProblem | undefined;
  readonly isReversed?: boolean;
}

function ScheduleForm({ release, onClose, onSaved, newTimes }: Omit<ScheduleDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const [zone, setZone] = useState(release.time_zone);
  const [publish, setPublish] = useState(() => initial(release.publish_at, zone, newTimes?.publish_at));
  const [end, setEnd] = useState(() => initial(release.ends_at, zone, newTimes?.ends_at));
  const [problems, setProblems] = useState<Problems>({});
  const { send, isBusy } = useReleaseRequest(release, () => {
    onClose();
    onSaved();
  });
  const change = (set: (value: LocalTime) => void) => (value: LocalTime) => {
    set(value);
    setProblems({});
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = Date.now();
    const publishResult = toFutureUtc(publish, zone, now);
    const endResult = end.local === '' ? undefined : toFutureUtc(end, zone, now);
    const isReversed =
      publishResult.at !== undefined && endResult?.at !== undefined && endResult.at <= publishResult.at;
    setProblems({ publish: publishResult.problem, end: endResult?.problem, isReversed });
    if (publishResult.at === undefined || endResult?.problem !== undefined || isReversed) return;
    void send({
      endpoint: releaseEndpoints.schedule,
      done: releaseMessages.scheduled,
      json: {
        version: release.version,
        publish_at: publishResult.at,
        ends_at: endResult?.at ?? null,
        time_zone: zone,
      },
    });
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <LocalTimeField
          label={t('releases.publishOn')}
          value={publish}
          zone={zone}
          onChange={change(setPublish)}
          problem={problems.publish}
          isRequired
          hasAutofocus
        />
        <TimeZoneSelect
          value={zone}
          onChange={(event) => {
            setZone(event.currentTarget.value);
            setProblems({});
          }}
        />
        <LocalTimeField
          label={t('releases.endOn')}
          description={t('releases.endHint')}
          value={end}
          zone={zone}
          onChange={change(setEnd)}
          problem={problems.end}
        />
        {problems.isReversed === true && <FormAlert messages={[messages.releaseEndsTooEarly]} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {t(isBusy ? 'releases.scheduling' : 'releases.scheduleSubmit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
