import { useEffect, useState } from 'react';
import type { BlockItem } from '#contract/resources/mobile-configs';
import { useApi } from '../../api/api-context.ts';
import { isAborted } from '../../api/api-error.ts';
import { type SearchedType, searchBlockItems } from './search-block-items.ts';

interface Found {
  readonly text: string;
  readonly items: readonly BlockItem[];
}

const nothing: Found = { text: '', items: [] };

/** The results for a text; blank finds nothing. A failure is logged only, as this search's always are. */
export function useBlockSearch(type: SearchedType, text: string) {
  const client = useApi();
  const [found, setFound] = useState(nothing);

  useEffect(() => {
    if (text === '') return undefined;
    const controller = new AbortController();
    searchBlockItems[type](client, text, controller.signal).then(
      (items) => setFound({ text, items }),
      (error: unknown) => {
        if (isAborted(error)) return;
        console.error('The search of a block failed', error);
        setFound({ text, items: [] });
      },
    );
    return () => controller.abort();
  }, [client, type, text]);

  const isSearching = text !== '' && found.text !== text;
  return { results: text !== '' && !isSearching ? found.items : [], isSearching };
}
