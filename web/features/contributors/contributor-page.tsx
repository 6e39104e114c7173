import { Button, Group, Loader, Text } from '@mantine/core';
import { IconArrowMerge, IconFileOff, IconPencil } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import {
  type ContributorDetails,
  contributor as contributorSchema,
  contributorsEndpoints,
} from '#contract/contributors/contributors';
import { pathOf } from '#contract/core/define-resource';
import { ApiError } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { SearchButton } from '#web/core/components/not-found-state.tsx';
import { RecordHead } from '#web/core/components/record-page/record-head.tsx';
import { RecordNavigation } from '#web/core/components/record-page/record-navigation.tsx';
import { useAfterUndo } from '#web/core/components/use-after-undo.ts';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useIsInRelease } from '#web/core/components/release/use-release.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useRecordRecent } from '#web/core/components/use-record-recent.ts';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { booksAddress } from '#web/core/lib/books-address.ts';
import { percentFormat } from '#web/core/lib/formats.ts';
import { listAddress, recordPaths } from '#web/core/lib/record-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ContributorBooks } from './contributor-books.tsx';
import { ContributorSection } from './contributor-section.tsx';
import classes from './contributors.module.css';
import { useContributorDialogs } from './use-contributor-dialogs.tsx';

const imagePx = { width: 64, height: 64 };

/** The page of a contributor: names, biography, links, and books by role. */
export function ContributorPage() {
  const id = Number(useParams()['id']);
  return Number.isSafeInteger(id) ? <Page key={id} id={id} /> : null;
}

interface Result {
  /** Undefined if no contributor has this ID. */
  readonly item: ContributorDetails | undefined;
}

function useContributor(id: number) {
  const { t } = useTranslation();
  const read = useCallback(
    async (client: ApiClient, signal: AbortSignal): Promise<Result> => {
      try {
        const { method } = contributorsEndpoints.get;
        const path = pathOf(contributorsEndpoints.get, id);
        return { item: contributorSchema.parse(readData(await client.call({ method, path, signal }))) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        return { item: undefined };
      }
    },
    [id],
  );
  const remote = useRemoteRead(read, { attempted_action: t('contributors.loadOneFailed') });
  useAfterUndo(remote.retry);
  return remote;
}

function Page({ id }: { readonly id: number }) {
  const { t, i18n } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  const isInRelease = useIsInRelease();
  const canEdit = useCanEdit('books') && !isInRelease;
  const { value, apiError, retry } = useContributor(id);
  // The contributor stays visible while they are read again.
  const [shown, setShown] = useState(value);
  if (value && value !== shown) setShown(value);
  const item = apiError ? undefined : shown?.item;
  useDocumentTitle(item?.name ?? t('contributor.heading'));
  useRecordRecent('authors', item);
  const { editDetails, merge, mergedInto, running, dialogs } = useContributorDialogs({
    onSaved: retry,
    onMerged: () => {
      retry();
      if (document.activeElement === document.body) title.current?.focus();
    },
  });

  return (
    <>
      <RecordNavigation kind="authors" id={id} />
      <RecordHead
        name={item?.name ?? t('contributor.heading')}
        image={item?.image ? { src: item.image, thumbnail: item.thumbnail_url, ...imagePx } : undefined}
        titleRef={title}
        status={
          item && (
            <Group gap="xs">
              {canEdit && (
                <>
                  <Button
                    size="xs"
                    leftSection={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
                    onClick={() => editDetails(item)}
                  >
                    {t('contributors.edit')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconArrowMerge size={16} stroke={1.7} aria-hidden="true" />}
                    onClick={() => merge(item)}
                  >
                    {t('contributors.merge')}
                  </Button>
                </>
              )}
              <Button
                size="xs"
                variant="default"
                component={Link}
                to={booksAddress({ contributor_id: id, language: '' })}
              >
                {t('contributors.viewBooks')}
              </Button>
              {running && (
                <Text component="output">
                  {t('contributors.running', {
                    percent: percentFormat(i18n.language).format(running.progress ?? 0),
                  })}
                </Text>
              )}
            </Group>
          )
        }
      />
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !shown && <Loader aria-label={t('ui.loading')} />}
      {!apiError && shown && !shown.item && (
        <EmptyState
          icon={<IconFileOff size={32} stroke={1.3} />}
          title={t('record.notFound')}
          text={t('contributors.missingText')}
        >
          <Group gap="xs" justify="center">
            {mergedInto !== undefined && (
              <Button component={Link} to={listAddress('authors', mergedInto)} size="xs">
                {t('contributors.viewMerged', { name: mergedInto })}
              </Button>
            )}
            <SearchButton />
            <Button component={Link} to={recordPaths.authors} variant="default" size="xs">
              {t('record.viewList')}
            </Button>
          </Group>
        </EmptyState>
      )}
      {item && (
        <div className={classes['page']}>
          <ContributorSection
            contributor={item}
            onMerge={canEdit ? (into) => merge(item, into) : undefined}
          />
          {(item.roles ?? []).map(({ role, book_count }) => (
            <ContributorBooks key={`${role} ${item.version}`} id={id} role={role} count={book_count} />
          ))}
        </div>
      )}
      {dialogs}
    </>
  );
}
