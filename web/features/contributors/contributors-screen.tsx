import { Button, NativeSelect, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AuthorEntry, authorEntry, authorsEndpoints } from '#contract/contributors/authors';
import { viewParameter } from '#web/core/lib/view-parameter.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { ExportMenuItems } from '#web/core/components/list-menu-items.tsx';
import { addressOfPage, useAddress } from '#web/core/components/use-address.ts';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useListViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { useBulkRun } from '#web/features/bulk/use-bulk-run.ts';
import { allContributors, fromViewQuery, isOrder, toViewQuery } from './contributor-filters.ts';
import { ContributorsTable } from './contributors-table.tsx';
import { MergeDialog, type Merge } from './merge-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useOpenContributor } from './use-open-contributor.ts';
import { percentFormat } from '#web/core/lib/formats.ts';

/** The authors of all books, with actions to rename and merge them. */
export function ContributorsScreen() {
  const { t, i18n } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery(allContributors);
  const { write } = useAddress();
  const authorsQuery = useMemo(
    () => ({ ...toViewQuery(query), page: query.page, items_per_page: query.items_per_page }),
    [query],
  );
  const list = useRemoteList(authorsEndpoints.list, {
    item: authorEntry,
    query: authorsQuery,
    options: {
      goTo,
      attempted_action: t('contributors.loadFailed'),
    },
  });
  const views = useListViews({
    list: 'authors',
    query: toViewQuery(query),
    normalise: (storedQuery) => toViewQuery(fromViewQuery(storedQuery)),
    open: (storedQuery, view) =>
      write({ ...fromViewQuery(storedQuery), ...addressOfPage(1), [viewParameter]: view?.id.toString() }),
  });
  const canEdit = useCanEdit('books');
  const [edited, setEdited] = useState<EditorTarget<AuthorEntry>>();
  const [merge, setMerge] = useState<Merge>();
  const title = useRef<HTMLHeadingElement>(null);
  const { begin, running } = useBulkRun(() => {
    list.reload();
    if (document.activeElement === document.body) title.current?.focus();
  });
  const percent = percentFormat(i18n.language);
  useOpenContributor((author) => {
    if (canEdit) setEdited({ item: author });
    else change({ search: author.name });
  });

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader title={t('contributors.heading')} titleRef={title} beside={<ViewsMenu views={views} />}>
        {running && (
          <Text component="output">
            {t('contributors.running', { percent: percent.format(running.progress ?? 0) })}
          </Text>
        )}
      </ScreenHeader>
      <FilterBar
        viewEntries={<ExportMenuItems list="authors" query={list.query} />}
        active={[query.similar, query.sort].filter((value) => value !== '').length}
        filters={[
          {
            label: t('contributors.show'),
            value: query.similar,
            options: [
              { value: '', label: t('contributors.showAll') },
              { value: '1', label: t('contributors.showSimilar') },
            ],
            onChange: (similar) => change({ similar }),
          },
        ]}
        search={
          <SearchBox
            value={query.search}
            placeholder={t('contributors.search')}
            onSearch={(search) => change({ search })}
          />
        }
      >
        <NativeSelect
          aria-label={t('contributors.sort')}
          value={isOrder(query.sort) ? query.sort : ''}
          onChange={({ currentTarget: { value } }) => change({ sort: value })}
          data={[
            { value: '', label: t('contributors.mostBooks') },
            { value: 'fewest', label: t('contributors.fewestBooks') },
            { value: 'name', label: t('contributors.nameAscending') },
            { value: 'name-desc', label: t('contributors.nameDescending') },
          ]}
        />
      </FilterBar>
      <PagedList
        list={list}
        page={query.page}
        goTo={goTo}
        onCorrect={(search) => change({ search })}
        empty={
          <EmptyState
            icon={<IconUsers size={32} stroke={1.3} />}
            title={t('contributors.emptyTitle')}
            text={t(emptyText(query.similar === '1' && query.search === '', isFiltered))}
          >
            {isFiltered && (
              <Button variant="default" size="xs" onClick={() => change(allContributors)}>
                {t('ui.resetFilters')}
              </Button>
            )}
            {!isFiltered && (
              <Button component={Link} to="/books" size="xs">
                {t('contributors.viewBooks')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <ContributorsTable
          authors={list.items}
          sort={isOrder(query.sort) ? query.sort : ''}
          onSort={(sort) => change({ sort })}
          canEdit={canEdit}
          onRename={(author) => setEdited({ item: author })}
          onMerge={(from, into) => setMerge({ from, into })}
        />
      </PagedList>
      <RenameDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={list.reload}
        onMerge={(from, into) => {
          setEdited(undefined);
          setMerge({ from, into });
        }}
      />
      <MergeDialog
        merge={merge}
        onClose={() => setMerge(undefined)}
        onStarted={(mergeJob) => {
          setMerge(undefined);
          begin('author', mergeJob);
        }}
      />
    </ListSettingsContext>
  );
}

const emptyText = (isSimilarOnly: boolean, isFiltered: boolean) =>
  isSimilarOnly
    ? 'contributors.emptySimilar'
    : isFiltered
      ? 'contributors.emptyFiltered'
      : 'contributors.emptyCatalogue';
