/** A step as the menu names it; `about` fills its message. */
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
  /** The steps that undo and redo apply to. */
  readonly undoes: Step<Name> | undefined;
  readonly redoes: Step<Name> | undefined;
}

/**
 * A value that is edited, with the way back and forth, as long as the page lives. Values share all that is the same, so a step costs
 * little. Changes one after the other about the same subject, such as the letters of a name, are one step.
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
    /** Nothing happens when the change changes nothing. */
    change(step: Step<Name>, update: (value: Value) => Value, about?: string): boolean {
      const value = update(state.value);
      if (value === state.value) return false;
      if (about === undefined || about !== subject) past.push({ value: state.value, step });
      subject = about;
      future = [];
      set(value);
      return true;
    },
    /** The next change is a step of its own. */
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
    /** Changes the value and every one of the way back and forth, such as ids that a save has given. */
    rewrite(update: (value: Value) => Value) {
      for (const list of [past, future])
        list.forEach((entry, at) => {
          list[at] = { ...entry, value: update(entry.value) };
        });
      set(update(state.value));
    },
    /** Another value, without a way back. */
    reset(value: Value) {
      past.length = 0;
      future = [];
      subject = undefined;
      set(value);
    },
  };
}

export type History<Value, Name extends string> = ReturnType<typeof createHistory<Value, Name>>;
