import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { books } from '#contract/books/books';
import { collections } from '#contract/collections/collections';
import { limits } from '#contract/core/limits';
import type { Permission } from '#contract/core/permissions';
import { type MobileConfig, mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { userEndpoints } from '#contract/users/users';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { useAfterUndo } from '#web/core/components/use-after-undo.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useStoredState } from '#web/core/lib/use-stored-state.ts';

/** The steps from an empty catalogue to a live home screen in order, each with its permission. */
export const startSteps = [
  { step: 'book', permission: 'books:edit' },
  { step: 'collection', permission: 'collections:edit' },
  { step: 'home', permission: 'mobile-configs:edit' },
  { step: 'colleague', permission: 'users:manage' },
] as const satisfies readonly { readonly step: string; readonly permission: Permission }[];
export type StartStep = (typeof startSteps)[number]['step'];

type Progress = Readonly<Record<StartStep, boolean>>;

const firstOnly = { page: 1, items_per_page: 1 };
const total = z.object({ total: z.number() });

/** Returns true if apps show content of the home screen. */
const isLive = ({ is_main_service, config }: MobileConfig): boolean =>
  is_main_service && config.some(({ data }) => Boolean(data.item) || (data.items?.length ?? 0) > 0);

const readerOf =
  (readsUsers: boolean) =>
  async (client: ApiClient, signal: AbortSignal): Promise<Progress> => {
    const options = { signal };
    const [bookPage, collectionPage, homes, users] = await Promise.all([
      createResourceReader(client, books).list({ ...firstOnly, with_chapters: 0 }, options),
      createResourceReader(client, collections).list(firstOnly, options),
      createResourceReader(client, mobileConfigs).list(
        { page: 1, items_per_page: limits.maxPageSize },
        options,
      ),
      readsUsers
        ? client
            .call({ ...userEndpoints.list, query: firstOnly, signal })
            .then((response) => total.parse(readData(response)))
        : undefined,
    ]);
    return {
      book: bookPage.total > 0,
      collection: collectionPage.total > 0,
      home: homes.items.some(isLive),
      colleague: (users?.total ?? 0) > 1,
    };
  };
const readWithUsers = readerOf(true);
const readWithoutUsers = readerOf(false);

/** `unknown` until the progress was read once. Then `open` until it is dismissed, or `closed` if it was complete initially. */
type Visibility = 'unknown' | 'open' | 'closed';
const toVisibility = (storedValue: unknown): Visibility =>
  storedValue === 'open' || storedValue === 'closed' ? storedValue : 'unknown';

/** Returns the state of the checklist. Steps are done when the catalogue has the records. */
export function useStart() {
  const { t } = useTranslation();
  const may = useHasPermission();
  const [visibility, setVisibility] = useStoredState('lectern-checklist', toVisibility);
  const read = may('users:manage') ? readWithUsers : readWithoutUsers;
  const isClosed = visibility === 'closed';
  const { value, retry } = useRemoteRead(isClosed ? undefined : read, {
    attempted_action: t('dashboard.start.failed'),
  });
  useAfterUndo(retry);
  const steps = startSteps.filter(({ permission }) => may(permission));
  const hasEditorSteps = steps.some(({ step }) => step !== 'colleague');
  const isComplete = value !== undefined && steps.every(({ step }) => value[step]);
  const isNew = value !== undefined && !(value.book && value.collection && value.home);
  const isOpen = value !== undefined && hasEditorSteps && !isClosed && (visibility === 'open' || isNew);
  if (value !== undefined && hasEditorSteps && visibility === 'unknown')
    setVisibility(isNew ? 'open' : 'closed');
  return {
    steps: isOpen ? steps.map(({ step }) => ({ step, isDone: value[step] })) : undefined,
    isComplete,
    canDismiss: value?.book === true,
    dismiss: () => setVisibility('closed'),
    reload: retry,
  };
}
