import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/core/messages';
import { type Release, releaseEndpoints } from '#contract/releases/releases';
import { localTimeOf } from '#contract/releases/time-zones';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { toFutureUtc } from '../local-time.ts';
import { useSendReleaseRequest } from '../use-release-request.ts';
import { formatDay } from '../zoned-time.ts';
import type { CalendarEntry, PlannedField } from './calendar-entries.ts';

/** The local time of day of a draft that is moved onto a day. */
const START_OF_WORK = '09:00';

/** A release whose times are entered in the dialog. */
export interface ScheduleTarget {
  readonly release: Release;
  readonly newTimes?: Readonly<Partial<Record<PlannedField, string>>>;
}

type PlannedTimes = Pick<Release, PlannedField>;

/**
 * Moves entries and drafts to another day. An entry keeps its local time of day in the time zone of its release. The dialog opens for drafts,
 * and for times that a clock change skips or repeats.
 * @param onChanged reads the releases again
 */
export function useMoveEntry(onChanged: () => void) {
  const { t } = useTranslation();
  const locale = useLocale();
  const toast = useToast();
  const [target, schedule] = useState<ScheduleTarget>();
  /** Shown until the response arrives, so an entry does not return to its previous day. */
  const [moved, setMoved] = useState<Release>();
  const forgetMoved = useCallback(() => setMoved(undefined), []);
  const send = useSendReleaseRequest(onChanged);

  const reschedule = async (
    release: Release,
    { times, done, undo }: { times: PlannedTimes; done: string; undo?: (changedRelease: Release) => void },
  ) => {
    setMoved({ ...release, ...times });
    const { version, time_zone } = release;
    const json = { version, time_zone, ...times };
    const isDone = await send(release, { endpoint: releaseEndpoints.schedule, done, json, undo });
    if (!isDone) forgetMoved();
  };

  const reportPast = (name: string, day: string) =>
    toast('error', t('releases.movedToPast', { name, day: formatDay(locale, day, 'full') }));

  const moveEntry = ({ release, movable, at, day: from }: CalendarEntry, day: string) => {
    if (movable === undefined || day === from) return;
    const { name, time_zone: zone, publish_at, ends_at, status } = release;
    const local = `${day}${localTimeOf(at, zone).slice(10)}`;
    const result = toFutureUtc({ local, occurrence: undefined }, zone, Date.now());
    if (result.problem === 'past') return reportPast(name, day);
    if (result.problem !== undefined) return schedule({ release, newTimes: { [movable]: local } });
    const before: PlannedTimes = { publish_at, ends_at };
    const times: PlannedTimes = { ...before, [movable]: result.at };
    if (times.publish_at !== null && times.ends_at !== null && times.ends_at <= times.publish_at)
      return toast('error', messages.releaseEndsTooEarly);
    void reschedule(release, {
      times,
      done: t('releases.moved', { name, day: formatDay(locale, day, 'full') }),
      // The past time of a failed release cannot be restored.
      ...(status === 'scheduled' && {
        undo: (changedRelease: Release) =>
          void reschedule(changedRelease, { times: before, done: t('releases.movedBack', { name }) }),
      }),
    });
  };

  const moveDraft = (release: Release, day: string) => {
    const zone = release.time_zone;
    if (day < localTimeOf(new Date().toISOString(), zone).slice(0, 10)) return reportPast(release.name, day);
    schedule({ release, newTimes: { publish_at: `${day}T${START_OF_WORK}` } });
  };

  return { moveEntry, moveDraft, schedule, target, moved, forgetMoved };
}
