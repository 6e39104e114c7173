import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Subject, subject } from '#contract/books/book-subjects';
import { subjectSchemeEndpoints } from '#contract/subjects/subject-schemes';
import type { ApiClient } from '#web/core/api/client.ts';
import { readData } from '#web/core/api/client.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';

const page = z.object({ items: z.array(subject) });
const noSubjects: readonly Subject[] = [];

/** Searches the list of a scheme by the start of a code or a part of a label. A blank text and an undefined scheme send no request. */
export function useSubjectSearch(scheme: string | undefined, search: string) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal) => {
      const query = { scheme, search };
      return page.parse(
        readData(await client.call({ ...subjectSchemeEndpoints.search, query, isInRelease: true, signal })),
      ).items;
    },
    [scheme, search],
  );
  const { value, apiError, retry } = useRemoteRead(scheme === undefined || search === '' ? undefined : read, {
    attempted_action: t('subjects.searchFailed'),
  });
  return {
    results: value ?? noSubjects,
    /** True after a response. */
    hasSearched: value !== undefined,
    hasFailed: apiError !== undefined,
    retry,
  };
}
