export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** The options, and what is chosen already when it is not among them: not loaded yet, or removed since. */
export function withStored(
  entries: SelectOption[],
  value: string,
  label: string | undefined,
): SelectOption[] {
  return entries.some((entry) => entry.value === value)
    ? entries
    : [...entries, { value, label: label ?? value }];
}
