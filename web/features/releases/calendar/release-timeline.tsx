import { Anchor, Badge, Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Release } from '#contract/releases/releases';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useReleases } from '#web/core/components/release/use-releases.ts';
import { useAddress } from '#web/core/components/use-address.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { PreviewSwitches } from '#web/features/mobile-configs/preview-switches.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { PreviewPhone, usePreviewView } from '../preview-phone.tsx';
import pageClasses from '../releases.module.css';
import { browserTimeZone, timeInZone } from '../zoned-time.ts';
import { type TimelinePeriod, periodsOf } from './timeline-periods.ts';
import { timelineAddress } from './timeline-address.ts';
import classes from './timeline.module.css';
import { useEventName } from './use-event-name.ts';

/** The past periods that are shown first. */
const PAST_PERIODS = 5;

/** The releases that apps showed and will show, with the home screen at a chosen time. */
export function ReleaseTimeline() {
  const { t } = useTranslation();
  const { value, apiError, retry } = useReleases(undefined);
  const releases = useLastDefined(value);
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!releases) return <Loader aria-label={t('ui.loading')} />;
  return <Timeline releases={releases} />;
}

function Timeline({ releases }: { readonly releases: readonly Release[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { parameters } = useAddress();
  const view = usePreviewView();
  const phone = useRef<HTMLDivElement>(null);
  // The phone is below the list.
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const [now] = useState(() => new Date().toISOString());
  const [showsAll, setShowsAll] = useState(false);
  const periods = useMemo(() => periodsOf(releases, now), [releases, now]);
  const current = periods.findIndex(({ phase }) => phase === 'current');
  const first = showsAll ? 0 : Math.max(0, current - PAST_PERIODS);
  const requestedTime = Date.parse(parameters.get('at') ?? '');
  const shownTime = Number.isNaN(requestedTime) ? now : new Date(requestedTime).toISOString();
  const zone = browserTimeZone();
  const caption = t('releases.previewCaptionAt', { time: timeInZone(locale, shownTime, zone), zone });
  return (
    <div className={classes['layout']}>
      <Section title={t('releases.timelineHeading')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('releases.timelineText', { zone })}
        </Text>
        {first > 0 && (
          <Button variant="default" size="xs" mb="sm" onClick={() => setShowsAll(true)}>
            {t('releases.showEarlier')}
          </Button>
        )}
        <ol className={classes['periods']}>
          {periods.slice(first).map((period) => (
            <Period
              key={period.start ?? ''}
              period={period}
              previewTime={previewTimeOf(period, now)}
              shownTime={shownTime}
              onPreview={() => isNarrow && phone.current?.scrollIntoView()}
            />
          ))}
        </ol>
      </Section>
      <div ref={phone} className={classes['phone']}>
        <Section title={t('releases.preview')}>
          <div className={pageClasses['controls']}>
            <PreviewSwitches view={view} />
          </div>
          <PreviewPhone view={view} at={shownTime} caption={caption} />
        </Section>
      </div>
    </div>
  );
}

/** Returns the time at which the preview of a period is taken: now, or its start. The first period is previewed before its end. */
function previewTimeOf({ start, end, phase }: TimelinePeriod, now: string): string {
  if (phase === 'current') return now;
  return start ?? new Date(Date.parse(end ?? now) - 1_000).toISOString();
}

interface PeriodProps {
  readonly period: TimelinePeriod;
  readonly previewTime: string;
  /** The time that the phone shows. */
  readonly shownTime: string;
  readonly onPreview: () => void;
}

function Period({ period, previewTime, shownTime, onPreview }: PeriodProps) {
  const { start, end, entries, live, phase } = period;
  const { t } = useTranslation();
  const locale = useLocale();
  const eventName = useEventName();
  const rangeOf = (first: string | undefined, last: string | undefined) => {
    if (first === undefined)
      return last === undefined ? t('releases.now') : t('releases.until', { end: last });
    return last === undefined
      ? t('releases.from', { start: first })
      : t('releases.between', { start: first, end: last });
  };
  const inZone = (time: string) => timeInZone(locale, time, browserTimeZone());
  const isShown = shownTime >= (start ?? '') && (end === undefined || shownTime < end);
  const range = rangeOf(start && inZone(start), end && inZone(end));
  return (
    <li className={classes['period']} data-phase={phase} data-shown={isShown || undefined}>
      <Group gap="xs" justify="space-between">
        <Title order={3} size="h6">
          {range}{' '}
          {phase === 'current' && range !== t('releases.now') && (
            <Badge variant="light" tt="none" component="span">
              {t('releases.now')}
            </Badge>
          )}
        </Title>
        <Anchor
          component={Link}
          to={timelineAddress(previewTime)}
          className={pageClasses['link'] ?? ''}
          aria-label={t('releases.previewOfPeriod', { range })}
          aria-current={isShown || undefined}
          onClick={onPreview}
        >
          {t('releases.preview')}
        </Anchor>
      </Group>
      {entries.map((entry) => (
        <Text key={entry.id} size="sm" c="dimmed">
          <UserText>{entry.release.name}</UserText>: {eventName(entry)}
        </Text>
      ))}
      <ul className={classes['live']} aria-label={t('releases.liveReleases')}>
        {live.map(({ id, name, colour }) => (
          <li key={id}>
            <ReleaseDot colour={colour} />{' '}
            <Anchor component={Link} to={`/releases/${id}`} c="inherit">
              <UserText>{name}</UserText>
            </Anchor>
          </li>
        ))}
        {live.length === 0 && <li>{t('releases.noneLive')}</li>}
      </ul>
    </li>
  );
}
