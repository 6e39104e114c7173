export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** Returns the options, extended by the current one if it is missing: not loaded yet, or removed. */
export function withCurrentOption(
  entries: SelectOption[],
  value: string,
  label: string | undefined,
): SelectOption[] {
  return entries.some((entry) => entry.value === value)
    ? entries
    : [...entries, { value, label: label ?? value }];
}
