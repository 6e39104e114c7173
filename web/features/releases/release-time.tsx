import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/core/components/use-locale.ts';
import { browserTimeZone, timeInZone } from './zoned-time.ts';

export interface ReleaseTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly zone: string;
}

/** A time in the time zone of a release. Users in another time zone also see their own. */
export function ReleaseTime({ at, zone }: ReleaseTimeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const own = browserTimeZone();
  const time = timeInZone(locale, at, zone);
  const ownTime = timeInZone(locale, at, own);
  return (
    <>
      <Text span inherit>
        {time}, <ZoneName>{zone}</ZoneName>
      </Text>
      {ownTime !== time && (
        <Text size="sm" c="dimmed">
          {t('releases.yourTime', { time: ownTime })}
        </Text>
      )}
    </>
  );
}

/** The name of a time zone. Long ones can break after a slash. */
function ZoneName({ children }: { readonly children: string }) {
  return children.split('/').map((name, index) => (
    <Fragment key={name}>
      {index > 0 && (
        <>
          /<wbr />
        </>
      )}
      {name}
    </Fragment>
  ));
}
