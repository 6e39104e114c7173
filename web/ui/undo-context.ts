import { createContext } from 'react';

/** Looks up changes by the message of their success. */
export interface ChangeMessages {
  /** Returns a function that undoes the change; undefined where that cannot be. */
  readonly findUndo: (message: string) => (() => void) | undefined;
  /** Returns the name of the record that was changed. */
  readonly findRecord: (message: string) => string | undefined;
  /** Makes the shortcut undo a change that is not in the audit log of this session. */
  readonly offerUndo: (undo: () => void) => void;
}

/** Provides toasts with the changes that can be undone; empty without a provider. */
export const UndoContext = createContext<ChangeMessages>({
  findUndo: () => undefined,
  findRecord: () => undefined,
  offerUndo: () => undefined,
});
