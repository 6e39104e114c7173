import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { toMinutes } from '#web/core/lib/durations.ts';
import { toWholeNumber } from '#web/core/lib/whole-number.ts';
import { NumberField } from '#web/ui/number-field.tsx';

export interface BookDurationFieldProps {
  /** The minutes, from `useEditor`. */
  readonly field: {
    readonly name: string;
    readonly value: string;
    readonly error: boolean;
    readonly onChange: (minutes: string) => void;
  };
  /** The duration of the chosen audio file, if known. */
  readonly audioSeconds: number | undefined;
}

/** A field for minutes with a button that applies those of the chosen audio file. */
export function BookDurationField({ field, audioSeconds }: BookDurationFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <NumberField
        {...field}
        label={t('books.durationMinutes')}
        min={0}
        {...(audioSeconds !== undefined && {
          description: t('books.durationOfFile', { clock: toClock(audioSeconds) }),
        })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {audioSeconds !== undefined && toMinutes(audioSeconds) !== toWholeNumber(field.value) && (
        <Button
          variant="light"
          size="compact-sm"
          mt="xs"
          onClick={() => field.onChange(String(toMinutes(audioSeconds)))}
        >
          {t('books.useDuration', { count: toMinutes(audioSeconds) })}
        </Button>
      )}
    </div>
  );
}
