import { createContext } from 'react';

/** Takes back the write of which this was said; undefined where that cannot be. */
export type FindUndo = (message: string) => (() => void) | undefined;

/** How toasts learn what can be undone; nothing, unless somebody above knows. */
export const UndoContext = createContext<FindUndo>(() => undefined);
