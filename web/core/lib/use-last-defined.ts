import { useState } from 'react';

/** Returns the value, or its last defined value. Closing dialogs use it during their transition. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
