import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Release } from '#contract/releases/releases';
import { useReleases } from '#web/core/components/release/use-releases.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ScheduleDialog } from '../schedule-dialog.tsx';
import { Agenda } from './agenda.tsx';
import { CalendarDrag } from './calendar-drag.tsx';
import { type CalendarEntry, entriesOf, unscheduledOf } from './calendar-entries.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarItem, CalendarItemFace, type CalendarItemProps, DraggableItem } from './calendar-item.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import classes from './calendar.module.css';
import { DraftsSection } from './drafts-section.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { useCalendarItems } from './use-calendar-items.tsx';
import { useCalendarPeriod } from './use-calendar-period.ts';
import { useMoveEntry } from './use-move-entry.ts';

/** Releases on the days of their times. Planned times are moved to other days, and drafts onto a day. */
export function ReleaseCalendar() {
  const { t } = useTranslation();
  const { value, apiError, retry } = useReleases(undefined);
  const releases = useLastDefined(value);
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!releases) return <Loader aria-label={t('ui.loading')} />;
  return <Calendar releases={releases} onChanged={retry} />;
}

interface CalendarProps {
  readonly releases: readonly Release[];
  /** Reads the releases again. */
  readonly onChanged: () => void;
}

function Calendar({ releases, onChanged }: CalendarProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isSubscribing, setSubscribing] = useState(false);
  const mayPublish = usePermission('releases:publish');
  const calendar = useCalendarPeriod();
  const { moveEntry, moveDraft, schedule, target, moved, forgetMoved } = useMoveEntry(onChanged);
  const shownTarget = useLastDefined(target);
  // The releases that were read again contain the movement.
  useEffect(forgetMoved, [releases, forgetMoved]);
  const currentReleases = useMemo(
    () => releases.map((release) => (release.id === moved?.id ? moved : release)),
    [releases, moved],
  );
  const entries = useMemo(() => entriesOf(currentReleases), [currentReleases]);
  const drafts = unscheduledOf(currentReleases);
  const { itemOf, draftItemOf } = useCalendarItems({ schedule, mayPublish });

  const entryById = new Map(entries.map((entry) => [entry.id, entry]));
  const draftById = new Map(drafts.map((release) => [draftItemOf(release).id, release]));
  const itemById = (id: string): CalendarItemProps | undefined => {
    const entry = entryById.get(id);
    const draft = draftById.get(id);
    return entry ? itemOf(entry) : draft && draftItemOf(draft);
  };
  const onDrop = (id: string, day: string) => {
    calendar.activate(day, false);
    const entry = entryById.get(id);
    const draft = draftById.get(id);
    if (entry) moveEntry(entry, day);
    if (draft) moveDraft(draft, day);
  };
  const ofPeriod = (entry: CalendarEntry) => calendar.contains(entry.day);
  const toolbar = (
    <CalendarToolbar
      title={calendar.title}
      period={calendar.period}
      onStep={calendar.step}
      onToday={calendar.showToday}
      onPeriod={calendar.setPeriod}
      onSubscribe={() => setSubscribing(true)}
    />
  );
  return (
    <>
      {isNarrow ? (
        <div className={classes['layout']}>
          <div>
            {toolbar}
            <Agenda
              entries={entries.filter(ofPeriod)}
              today={calendar.today}
              renderEntry={(entry) => <CalendarItem key={entry.id} {...itemOf(entry)} />}
            />
          </div>
          <DraftsSection hasDrag={false}>
            {drafts.map((release) => (
              <CalendarItem key={release.id} {...draftItemOf(release)} />
            ))}
          </DraftsSection>
        </div>
      ) : (
        <CalendarDrag
          firstDay={calendar.active}
          dayOf={(id) => entryById.get(id)?.day}
          nameOf={(id) => itemById(id)?.release.name ?? ''}
          onDrop={onDrop}
          renderItem={(id) => {
            const item = itemById(id);
            return item && <CalendarItemFace release={item.release} text={item.text} />;
          }}
        >
          <div className={classes['layout']}>
            <div>
              {toolbar}
              <CalendarGrid
                label={calendar.title}
                period={calendar.period}
                anchor={calendar.anchor}
                active={calendar.active}
                today={calendar.today}
                entries={entries}
                onActivate={calendar.activate}
                renderEntry={(entry, isTabbable) => (
                  <DraggableItem key={entry.id} isTabbable={isTabbable} {...itemOf(entry)} />
                )}
              />
            </div>
            <DraftsSection hasDrag={mayPublish}>
              {drafts.map((release) => (
                <DraggableItem key={release.id} {...draftItemOf(release)} />
              ))}
            </DraftsSection>
          </div>
        </CalendarDrag>
      )}
      <SubscribeDialog isOpen={isSubscribing} onClose={() => setSubscribing(false)} />
      {shownTarget && (
        <ScheduleDialog
          release={shownTarget.release}
          newTimes={shownTarget.newTimes}
          isOpen={target !== undefined}
          onClose={() => schedule(undefined)}
          onSaved={onChanged}
        />
      )}
    </>
  );
}
