import { createContext, type ReactNode } from 'react';

export interface ScreenFrame {
  /** Shown while the code of the screen is loading. */
  readonly loading: ReactNode;
  /** Rendered after the screen. */
  readonly loaded: ReactNode;
}

/** The elements that the layout renders around a screen. */
export const ScreenFrameContext = createContext<ScreenFrame>({ loading: null, loaded: null });
