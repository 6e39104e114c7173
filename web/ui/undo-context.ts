import { createContext } from 'react';

/** Finds changes by their success message. */
export interface ChangeMessages {
  /** Returns a function that undoes the change; undefined if that is not possible. */
  readonly findUndo: (message: string) => (() => void) | undefined;
  /** Returns the name of the record that was changed. */
  readonly findRecord: (message: string) => string | undefined;
  /** Registers a change for the keyboard shortcut that is not in the audit log of this session. */
  readonly offerUndo: (undo: () => void) => void;
}

/** Provides toasts with the changes that can be undone. Without a provider there are none. */
export const UndoContext = createContext<ChangeMessages>({
  findUndo: () => undefined,
  findRecord: () => undefined,
  offerUndo: () => undefined,
});
