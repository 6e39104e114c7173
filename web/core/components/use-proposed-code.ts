import { useEffect, useState } from 'react';
import { type CodedName, proposedCode, proposedCodeEndpoints } from '#contract/core/proposed-codes';
import { slugOf } from '#contract/core/slug';
import { useApi } from '#web/core/api/api-context.ts';
import { readData } from '#web/core/api/client.ts';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';

/**
 * Returns the code of a new record with this name. The server is requested when typing pauses while `isEnabled`, except for the initial name.
 * Before and without a response, the code is the slug of the name.
 */
export function useProposedCode(resource: CodedName, name: string, isEnabled: boolean): string {
  const client = useApi();
  const text = name.trim();
  const [initial] = useState(text);
  const [response, setResponse] = useState({ text: '', code: '' });
  const needsCode = isEnabled && text !== '' && text !== initial && text !== response.text;

  useEffect(() => {
    if (!needsCode) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      client
        .call({ ...proposedCodeEndpoints[resource], query: { name: text }, isInRelease: true, signal })
        .then(
          (body) => {
            const { data } = proposedCode.safeParse(readData(body));
            if (data && !signal.aborted) setResponse({ text, code: data.code });
          },
          // If the request fails, the server generates the code when the record is saved.
          () => undefined,
        );
    }, searchDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, resource, text, needsCode]);

  return text !== '' && response.text === text ? response.code : slugOf(name);
}
