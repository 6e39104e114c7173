import { createContext, use, useSyncExternalStore } from 'react';
import type { Inside } from './model/inside.ts';
import type { Studio } from './create-studio.ts';

export const StudioContext = createContext<Studio | undefined>(undefined);

export function useStudio(): Studio {
  const studio = use(StudioContext);
  if (!studio) throw new Error('StudioContext is missing above this component');
  return studio;
}

/** The document as it is now, or a part of it that stays the same while nothing about it changes. */
export function useInside<Part>(select: (inside: Inside) => Part): Part {
  const { history } = useStudio();
  return useSyncExternalStore(history.subscribe, () => select(history.getState().value));
}
