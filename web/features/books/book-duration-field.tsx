import { Button, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toClock, toMinutes } from '../../lib/durations.ts';
import { toWholeNumber } from './book-form.ts';

export interface BookDurationFieldProps {
  readonly minutes: string;
  /** Of the chosen audio file, where it is known. */
  readonly audioSeconds: number | undefined;
  readonly hasError: boolean;
  readonly onChange: (minutes: string) => void;
}

/** Minutes, with an offer to take those of the chosen audio file. */
export function BookDurationField({ minutes, audioSeconds, hasError, onChange }: BookDurationFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <NumberInput
        name="duration"
        label={t('books.durationMinutes')}
        value={minutes}
        error={hasError}
        {...(audioSeconds !== undefined && {
          description: t('books.durationOfFile', { clock: toClock(audioSeconds) }),
        })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDecimal={false}
        onChange={(value) => onChange(String(value))}
      />
      {audioSeconds !== undefined && toMinutes(audioSeconds) !== toWholeNumber(minutes) && (
        <Button
          variant="light"
          size="compact-sm"
          mt="xs"
          onClick={() => onChange(String(toMinutes(audioSeconds)))}
        >
          {t('books.useDuration', { count: toMinutes(audioSeconds) })}
        </Button>
      )}
    </div>
  );
}
