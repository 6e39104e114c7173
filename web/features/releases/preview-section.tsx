import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openStatuses, type Release } from '#contract/releases/releases';
import { localTimeOf } from '#contract/releases/time-zones';
import { useLocale } from '#web/core/components/use-locale.ts';
import { Section } from '#web/ui/sections.tsx';
import { PreviewSwitches } from '#web/features/mobile-configs/preview-switches.tsx';
import { type LocalTime, toUtc } from './local-time.ts';
import { LocalTimeField } from './local-time-field.tsx';
import { PreviewPhone, usePreviewView } from './preview-phone.tsx';
import classes from './releases.module.css';
import { TimeZoneSelect } from './time-zone-select.tsx';
import { timeInZone } from './zoned-time.ts';

export interface PreviewSectionProps {
  readonly release: Release;
  /** A new number reads the preview again. */
  readonly revision: number;
}

const HOUR_MS = 60 * 60 * 1000;
/** Returns the start of the next hour. */
const nextHour = () => new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();

/** The home screen as apps will show it with the release, or at a time. The server runs the code that serves apps. */
export function PreviewSection({ release, revision }: PreviewSectionProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOpen = openStatuses.includes(release.status);
  const [showsTime, setShowsTime] = useState(!isOpen);
  const view = usePreviewView();
  const [zone, setZone] = useState(release.time_zone);
  const [time, setTime] = useState<LocalTime>(() => ({
    local: localTimeOf(release.publish_at ?? nextHour(), release.time_zone),
    occurrence: undefined,
  }));
  const result = toUtc(time, zone);
  const previewTime = showsTime ? result.at : undefined;
  const caption =
    previewTime === undefined
      ? t('releases.previewCaption', { name: release.name })
      : t('releases.previewCaptionAt', { time: timeInZone(locale, previewTime, zone), zone });
  return (
    <Section title={t('releases.preview')}>
      <div className={classes['controls']}>
        {isOpen && (
          <SegmentedControl
            aria-label={t('releases.previewOf')}
            value={showsTime ? 'time' : 'release'}
            onChange={(choice) => setShowsTime(choice === 'time')}
            data={[
              { value: 'release', label: t('releases.previewRelease') },
              { value: 'time', label: t('releases.previewTime') },
            ]}
          />
        )}
        <PreviewSwitches view={view} />
      </div>
      {showsTime && (
        <div className={classes['controls']} data-align="start">
          <LocalTimeField
            label={t('releases.previewAt')}
            description={t('releases.previewHint')}
            value={time}
            zone={zone}
            onChange={setTime}
            problem={result.problem}
          />
          <TimeZoneSelect value={zone} onChange={(event) => setZone(event.currentTarget.value)} />
        </div>
      )}
      <PreviewPhone
        view={view}
        release={showsTime ? undefined : release.id}
        at={previewTime}
        revision={revision}
        caption={caption}
      />
    </Section>
  );
}
