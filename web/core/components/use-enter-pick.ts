import { useEffect, useEffectEvent, useState } from 'react';

interface EnterPickOptions {
  /** The text that the results belong to. */
  readonly searched: string;
  readonly isSearching: boolean;
  /** Selects the first result that is not selected. */
  readonly pickFirst: () => void;
}

/** Returns a function for Enter in a picker. It selects from the results of that text, also if they arrive later. */
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

/** Selects the text of a search box, so typing replaces it. Text typed after the search is not selected. */
export function selectSearchText(input: HTMLInputElement | null | undefined, searchedText: string): void {
  if (input?.value.trim() === searchedText) input.select();
}
