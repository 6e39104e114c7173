import { createContext } from 'react';

/** Takes back the write of which this was said; undefined where that cannot be. */
export type FindUndo = (message: string) => (() => void) | undefined;

/** Provides toasts with the changes that can be undone; empty without a provider. */
export const UndoContext = createContext<FindUndo>(() => undefined);
