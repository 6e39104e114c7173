import { TextInput } from '@mantine/core';
import { useState } from 'react';

const inputModes = { text: 'text', number: 'decimal', date: 'none' } as const;

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
  return (
    <TextInput
      className={className}
      type={input === 'date' ? 'date' : 'text'}
      inputMode={inputModes[input]}
      placeholder={label}
      aria-label={label}
      value={typed.text}
      onChange={(event) => setTyped({ value, text: event.currentTarget.value })}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
