import { Button, NativeSelect, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  contributorEntry,
  contributorRoleNames,
  contributorsEndpoints,
} from '#contract/contributors/contributors';
import { viewParameter } from '#web/core/lib/view-parameter.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { ExportMenuItems } from '#web/core/components/list-menu-items.tsx';
import { addressOfPage, useAddress } from '#web/core/components/use-address.ts';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useListViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useOldRecordAddress } from '#web/core/components/use-open-from-address.ts';
import { useRemoteList } from '#web/core/components/use-remote-list.ts';
import { allContributors, fromViewQuery, isOrder, roleIn, toViewQuery } from './contributor-filters.ts';
import { ContributorsTable } from './contributors-table.tsx';
import { useContributorDialogs } from './use-contributor-dialogs.tsx';
import { useIsInRelease } from '#web/core/components/release/use-release.ts';
import { percentFormat } from '#web/core/lib/formats.ts';

/** The contributors of all books, with actions to edit and merge them. */
export function ContributorsScreen() {
  const { t, i18n } = useTranslation();
  const { query, change, goTo, isFiltered } = useListQuery(allContributors);
  const { write } = useAddress();
  const listQuery = useMemo(
    () => ({ ...toViewQuery(query), page: query.page, items_per_page: query.items_per_page }),
    [query],
  );
  const list = useRemoteList(contributorsEndpoints.list, {
    item: contributorEntry,
    query: listQuery,
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
  const isInRelease = useIsInRelease();
  const canEdit = useCanEdit('books') && !isInRelease;
  useOldRecordAddress('authors');
  const title = useRef<HTMLHeadingElement>(null);
  const { edit, merge, running, dialogs } = useContributorDialogs({
    onSaved: list.reload,
    onMerged: () => {
      list.reload();
      if (document.activeElement === document.body) title.current?.focus();
    },
  });
  const percent = percentFormat(i18n.language);

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
        active={[query.similar, query.role, query.sort].filter((value) => value !== '').length}
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
          {
            label: t('contributors.role'),
            value: roleIn(query.role) ?? '',
            options: [
              { value: '', label: t('contributors.allRoles') },
              ...contributorRoleNames.map((role) => ({
                value: role,
                label: t(`books.contributorRoles.${role}`),
              })),
            ],
            onChange: (role) => change({ role }),
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
            { value: 'sort-name', label: t('contributors.sortNameAscending') },
            { value: 'sort-name-desc', label: t('contributors.sortNameDescending') },
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
            text={t(emptyText(query, isFiltered))}
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
          contributors={list.items}
          role={roleIn(query.role)}
          sort={isOrder(query.sort) ? query.sort : ''}
          onSort={(sort) => change({ sort })}
          canEdit={canEdit}
          onEdit={edit}
          onMerge={merge}
        />
      </PagedList>
      {dialogs}
    </ListSettingsContext>
  );
}

/** Returns the text of the empty list: the only filter decides. */
function emptyText({ search, similar, role }: typeof allContributors, isFiltered: boolean) {
  if (!isFiltered) return 'contributors.emptyCatalogue';
  if (search !== '' || (similar === '1' && role !== '')) return 'contributors.emptyFiltered';
  return similar === '1' ? 'contributors.emptySimilar' : 'contributors.emptyRole';
}
