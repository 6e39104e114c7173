import '@mantine/core/styles/SegmentedControl.layer.css';
import { Loader, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestedBlockTypes } from '#contract/mobile-configs/block-types';
import { type MobileHome, mobileHomeEndpoint } from '#contract/mobile-home/mobile-home';
import { openStatuses, type Release } from '#contract/releases/releases';
import { localTimeOf } from '#contract/releases/time-zones';
import { readObject } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { BlocksPhone } from '#web/features/mobile-configs/blocks-phone.tsx';
import { PreviewSwitches } from '#web/features/mobile-configs/preview-switches.tsx';
import { type LocalTime, toUtc } from './local-time.ts';
import { LocalTimeField } from './local-time-field.tsx';
import classes from './releases.module.css';
import { TimeZoneSelect } from './time-zone-select.tsx';
import { timeInZone } from './zoned-time.ts';

export interface PreviewSectionProps {
  readonly release: Release;
  /** A new number reads the preview again. */
  readonly revision: number;
}

interface PreviewQuery {
  readonly service: 'main' | 'backup';
  readonly language: string;
  readonly country: string;
  readonly release: number | undefined;
  readonly at: string | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
/** Returns the start of the next hour. */
const nextHour = () => new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();

const readerOf = (query: PreviewQuery, _revision: number): Read<MobileHome> => {
  const block_types = requestedBlockTypes.join(',');
  return async (client, signal) =>
    readObject<MobileHome>(
      await client.call({ ...mobileHomeEndpoint, query: { ...query, block_types }, signal }),
    );
};

/** The home screen as apps will show it with the release, or at a time. The server runs the code that serves apps. */
export function PreviewSection({ release, revision }: PreviewSectionProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isOpen = openStatuses.includes(release.status);
  const [showsTime, setShowsTime] = useState(!isOpen);
  const [isMain, setMain] = useState(true);
  const [language, setLanguage] = useState('');
  const [country, setCountry] = useState('');
  const [zone, setZone] = useState(release.time_zone);
  const [time, setTime] = useState<LocalTime>(() => ({
    local: localTimeOf(release.publish_at ?? nextHour(), release.time_zone),
    occurrence: undefined,
  }));
  const result = toUtc(time, zone);
  const previewTime = showsTime ? result.at : undefined;
  const read = useMemo(() => {
    if (showsTime && previewTime === undefined) return undefined;
    const service = isMain ? 'main' : 'backup';
    return readerOf(
      { service, language, country, release: showsTime ? undefined : release.id, at: previewTime },
      revision,
    );
  }, [showsTime, previewTime, isMain, language, country, release.id, revision]);
  const { value, isReading, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('releases.previewFailed'),
  });
  const isMissing = apiError?.status === 404;
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
        <PreviewSwitches view={{ isMain, language, country, setMain, setLanguage, setCountry }} />
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
      {isReading && <Loader aria-label={t('ui.loading')} size="sm" />}
      {isMissing && <Text c="dimmed">{t('releases.previewNone')}</Text>}
      {apiError && !isMissing && <LoadAlert message={apiError.message} onRetry={retry} />}
      {value && (
        <figure className={classes['phone']}>
          <Text component="figcaption" ta="center" mb="sm">
            {caption}
          </Text>
          <BlocksPhone blocks={value.blocks} heading="h3" />
        </figure>
      )}
    </Section>
  );
}
