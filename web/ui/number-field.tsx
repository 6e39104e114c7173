import { TextInput, type TextInputProps } from '@mantine/core';

export interface NumberFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  readonly min: number;
  /** As typed; see `toWholeNumber`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The browser's own number field for whole numbers. It never corrects what is typed; whoever reads the value does. */
export function NumberField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextInput
      {...props}
      type="number"
      step={1}
      inputMode="numeric"
      onChange={({ currentTarget: { value } }) => onChange(value)}
      // The wheel is for scrolling the form, not for changing a number on the way.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
