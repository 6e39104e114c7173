import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { timeZoneOptions } from './zoned-time.ts';

export interface TimeZoneSelectProps extends Omit<NativeSelectProps, 'value' | 'data'> {
  readonly value: string;
}

export function TimeZoneSelect(props: TimeZoneSelectProps) {
  const { t } = useTranslation();
  const [initial] = useMemo(() => [props.value], [props.value]);
  const data = useMemo(() => [...timeZoneOptions(initial)], [initial]);
  return <NativeSelect label={t('releases.timeZone')} {...props} data={data} />;
}
