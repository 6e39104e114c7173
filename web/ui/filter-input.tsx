import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './filter-input.module.css';

const inputModes = { text: 'text', number: 'decimal', date: 'none' } as const;

/** The label is beside the input, unlike in forms. */
const dateLabel = { label: { marginBottom: 0, fontWeight: 400 } };

export interface FilterInputProps {
  readonly label: string;
  readonly value: string;
  readonly input: keyof typeof inputModes;
  readonly className: string;
  readonly onChange: (value: string) => void;
}

/** The input of a filter with a typed value. The list is filtered with Enter, and when the input loses the focus. */
export function FilterInput({ label, value, input, className, onChange }: FilterInputProps) {
  const [typed, setTyped] = useState({ value, text: value });
  // Another value comes from a chip or an address.
  if (typed.value !== value) setTyped({ value, text: value });
  const apply = () => {
    if (typed.text.trim() !== value) onChange(typed.text.trim());
  };
  const name =
    input === 'date'
      ? {
          type: 'date',
          label,
          className: `${className} ${classes['date']}`,
          styles: dateLabel,
        }
      : { type: 'text', placeholder: label, 'aria-label': label, className };
  return (
    <TextInput
      {...name}
      inputMode={inputModes[input]}
      value={typed.text}
      onChange={(event) => setTyped({ value, text: event.currentTarget.value })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
