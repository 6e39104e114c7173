import { useEffect, useEffectEvent, useState } from 'react';

interface EnterPickOptions {
  /** The text of the results. */
  readonly searched: string;
  readonly isSearching: boolean;
  /** Picks the first result that is not selected. */
  readonly pickFirst: () => void;
}

/** Returns a function for Enter in a picker: it picks from the results of that text, also when they arrive later. */
export function useEnterPick({ searched, isSearching, pickFirst }: EnterPickOptions): (text: string) => void {
  const [requested, setRequested] = useState<string>();
  const pick = useEffectEvent(pickFirst);
  useEffect(() => {
    if (requested === undefined) return;
    if (requested === searched && isSearching) return;
    setRequested(undefined);
    if (requested === searched) pick();
  }, [requested, searched, isSearching]);
  return setRequested;
}

/** Selects the text of a search box, so that the next text replaces it; text that was typed since stays. */
export function selectSearchText(input: HTMLInputElement | null | undefined, searched: string): void {
  if (input?.value.trim() === searched) input.select();
}
