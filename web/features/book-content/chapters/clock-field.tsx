import { useState } from 'react';
import { readClock, toExactClock } from '#web/core/lib/clock.ts';
import classes from './chapters.module.css';

export interface ClockFieldProps {
  readonly label: string;
  readonly seconds: number;
  readonly disabled: boolean;
  readonly onChange: (seconds: number) => void;
}

/** A field for a time. It applies on blur or Enter. Invalid text changes nothing. */
export function ClockField({ label, seconds, disabled, onChange }: ClockFieldProps) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const typedSeconds = typed === undefined ? undefined : readClock(typed);
    setTyped(undefined);
    if (typedSeconds !== undefined && Math.abs(typedSeconds - seconds) > 0.004) onChange(typedSeconds);
  };
  return (
    <input
      className={classes['clock']}
      aria-label={label}
      inputMode="decimal"
      disabled={disabled}
      value={typed ?? toExactClock(seconds)}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
