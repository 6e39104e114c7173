import { TextInput, type TextInputProps } from '@mantine/core';

export interface NumberFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  readonly min: number;
  /** The typed text; see `toWholeNumber`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The native number field for whole numbers. It never corrects the typed text. The code that reads the value does. */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextInput
      {...props}
      type="number"
      step={1}
      inputMode="numeric"
      onChange={({ currentTarget: { value } }) => onChange(value)}
      // The wheel scrolls the form instead of changing the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
