import { useCallback, useState } from 'react';

interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** The subject of the last change. */
  readonly subject: string | undefined;
}

const MAX_STEPS = 200;

/** Returns a value with an undo history. Consecutive changes of the same subject, such as letters of a name, are one step. */
export function useHistory<Value>(initial: () => Value) {
  const [history, setHistory] = useState<History<Value>>(() => ({
    past: [],
    present: initial(),
    future: [],
    subject: undefined,
  }));
  const change = useCallback((update: (before: Value) => Value, subject?: string) => {
    setHistory((before) => {
      const present = update(before.present);
      if (present === before.present) return before;
      const isSame = subject !== undefined && subject === before.subject;
      const past = isSame ? before.past : [...before.past, before.present].slice(-MAX_STEPS);
      return { past, present, future: [], subject };
    });
  }, []);
  const undo = useCallback(
    () =>
      setHistory(({ past, present, future, ...rest }) => {
        const last = past.at(-1);
        return last === undefined
          ? { past, present, future, ...rest }
          : { past: past.slice(0, -1), present: last, future: [present, ...future], subject: undefined };
      }),
    [],
  );
  const redo = useCallback(
    () =>
      setHistory(({ past, present, future, ...rest }) => {
        const [next, ...laterStates] = future;
        return next === undefined
          ? { past, present, future, ...rest }
          : { past: [...past, present], present: next, future: laterStates, subject: undefined };
      }),
    [],
  );
  /** Replaces the value and clears the history. */
  const reset = useCallback(
    (present: Value) => setHistory({ past: [], present, future: [], subject: undefined }),
    [],
  );
  return {
    value: history.present,
    change,
    undo,
    redo,
    reset,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
