import { Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useTranslation } from 'react-i18next';
import { utcTimesOf } from '#contract/releases/time-zones';
import { useLocale } from '#web/core/components/use-locale.ts';
import type { LocalTime, LocalTimeProblem } from './local-time.ts';
import { offsetName, timeInZone } from './zoned-time.ts';

export interface LocalTimeFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: LocalTime;
  readonly zone: string;
  readonly onChange: (value: LocalTime) => void;
  /** The problem of the last submit. Those of clock changes are shown at once. */
  readonly problem: LocalTimeProblem | undefined;
  readonly isRequired?: boolean;
  readonly hasAutofocus?: boolean;
}

const occurrences = [0, 1] as const;

/** A date and time in a time zone. It points out hours that a clock change skips or repeats. */
export function LocalTimeField(props: LocalTimeFieldProps) {
  const { label, description, value, zone, onChange, problem, isRequired = false, hasAutofocus } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const times = value.local === '' ? undefined : utcTimesOf(value.local, zone);
  const isSkipped = times?.length === 0;
  const isRepeated = times !== undefined && times.length > 1;
  const utc = times?.[isRepeated ? (value.occurrence ?? 0) : 0];
  const shownProblem = isSkipped
    ? 'skipped'
    : problem === 'repeated' || problem === 'skipped'
      ? undefined
      : problem;
  return (
    <Stack gap="xs">
      <TextInput
        type="datetime-local"
        label={label}
        description={description}
        withAsterisk={isRequired}
        required={isRequired}
        value={value.local}
        onChange={({ currentTarget }) => onChange({ local: currentTarget.value, occurrence: undefined })}
        error={shownProblem && t(`releases.${shownProblem}`, { zone })}
        {...(hasAutofocus && { 'data-autofocus': true })}
      />
      {isRepeated && (
        <Radio.Group
          label={t('releases.repeated', { zone })}
          value={value.occurrence === undefined ? null : String(value.occurrence)}
          onChange={(choice) => onChange({ ...value, occurrence: choice === '0' ? 0 : 1 })}
          error={problem === 'repeated' && t('releases.repeatedRequired')}
        >
          {occurrences.map((occurrence) => (
            <Radio
              key={occurrence}
              mt="xs"
              value={String(occurrence)}
              label={t(occurrence === 0 ? 'releases.first' : 'releases.second', {
                offset: offsetName(times[occurrence] ?? '', zone),
              })}
            />
          ))}
        </Radio.Group>
      )}
      {utc !== undefined && (
        <Text size="sm" c="dimmed">
          {t('releases.utcTime', { time: timeInZone(locale, utc, 'UTC') })}
        </Text>
      )}
    </Stack>
  );
}
