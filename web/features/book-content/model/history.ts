/** A step in the undo menu. `about` contains the values of its message. */
export interface Step<Name extends string> {
  readonly name: Name;
  readonly about?: Readonly<Record<string, string | number>>;
}

interface PastStep<Value, Name extends string> {
  readonly value: Value;
  readonly step: Step<Name>;
}

export interface HistoryState<Value, Name extends string> {
  readonly value: Value;
  /** The steps that undo and redo would apply to. */
  readonly undoes: Step<Name> | undefined;
  readonly redoes: Step<Name> | undefined;
}

/**
 * Creates an undo history for an immutable value, for the lifetime of the page. Values share unchanged parts, so a step needs little
 * memory. Consecutive changes of the same subject, such as letters of a name, are one step.
 */
export function createHistory<Value, Name extends string>(initial: Value) {
  const listeners = new Set<() => void>();
  const past: PastStep<Value, Name>[] = [];
  let future: PastStep<Value, Name>[] = [];
  let subject: string | undefined;
  let state: HistoryState<Value, Name> = { value: initial, undoes: undefined, redoes: undefined };

  const set = (value: Value) => {
    state = { value, undoes: past.at(-1)?.step, redoes: future.at(-1)?.step };
    for (const listener of listeners) listener();
  };

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Changes the value.
     * @returns false if nothing changes
     */
    change(step: Step<Name>, update: (value: Value) => Value, about?: string): boolean {
      const value = update(state.value);
      if (value === state.value) return false;
      if (about === undefined || about !== subject) past.push({ value: state.value, step });
      subject = about;
      future = [];
      set(value);
      return true;
    },
    /** Starts a new step with the next change. */
    rest() {
      subject = undefined;
    },
    undo() {
      const last = past.pop();
      if (!last) return;
      future.push({ value: state.value, step: last.step });
      subject = undefined;
      set(last.value);
    },
    redo() {
      const next = future.pop();
      if (!next) return;
      past.push({ value: state.value, step: next.step });
      subject = undefined;
      set(next.value);
    },
    /** Updates the value and all values of the history, for example with IDs of a save. */
    rewrite(update: (value: Value) => Value) {
      for (const list of [past, future])
        list.forEach((entry, index) => {
          list[index] = { ...entry, value: update(entry.value) };
        });
      set(update(state.value));
    },
    /** Replaces the value and clears the history. */
    reset(value: Value) {
      past.length = 0;
      future = [];
      subject = undefined;
      set(value);
    },
  };
}

export type History<Value, Name extends string> = ReturnType<typeof createHistory<Value, Name>>;
