import { useEffect } from 'react';
import type { SearchedKind } from '#contract/search/search';
import { recordRecent } from '#web/core/lib/recent-records.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';

interface RecentFields {
  readonly id: number;
  readonly name?: string;
  readonly title?: string;
  readonly code?: string;
  readonly author?: { readonly name?: string } | undefined;
  readonly thumbnail_url?: string | null | undefined;
}

/** Adds the record of an opened form to the recently opened records. */
export function useRecordRecent(kind: SearchedKind, item: RecentFields | undefined): void {
  const account = useAppSelector(({ auth }) => auth.user?.email ?? '');
  useEffect(() => {
    if (!item || account === '') return;
    recordRecent(account, {
      kind,
      id: item.id,
      name: item.name ?? item.title ?? '',
      code: item.code ?? '',
      detail: item.author?.name ?? '',
      thumbnail_url: item.thumbnail_url ?? null,
    });
  }, [account, kind, item]);
}
