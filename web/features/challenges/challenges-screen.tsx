import { Loader, NativeSelect } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceScreen } from '#web/core/components/resource-list/resource-screen.tsx';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { ChallengeCard } from './challenge-card.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import classes from './challenges-screen.module.css';
import { challengesSlice } from './challenges.slice.ts';

export function ChallengesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo } = useListQuery({ search: '', sort_by_field: '', sort_direction: '' });
  const list = useResourceList(challengesSlice, query, goTo);
  const { items, isFetching, fetchError } = list;
  const views = useAddressViews('challenges', ['search', 'sort_by_field', 'sort_direction']);
  const toast = useToast();
  useEffect(() => {
    if (fetchError !== undefined) toast('error', fetchError);
  }, [fetchError, toast]);
  const onSearch = (search: string) => change({ search });
  const sort = (
    <NativeSelect
      aria-label={t('challenges.sort')}
      value={query.sort_direction}
      data={[
        { value: '', label: t('challenges.sort') },
        { value: 'asc', label: t('challenges.shortToLong') },
        { value: 'desc', label: t('challenges.longToShort') },
      ]}
      onChange={({ currentTarget: { value } }) =>
        change({ sort_by_field: value === '' ? '' : 'day_count', sort_direction: value })
      }
    />
  );
  return (
    <div className={classes['screen']} aria-busy={isFetching}>
      <ResourceScreen
        kind="challenges"
        slice={challengesSlice}
        icon={IconTrophy}
        list={list}
        query={list.query}
        page={query.page}
        goTo={goTo}
        variant="cards"
        views={views}
        search={query.search}
        onSearch={onSearch}
        onClear={query.search === '' ? undefined : () => onSearch('')}
        filterBar={{ hasRows: false, active: query.sort_direction === '' ? 0 : 1, children: sort }}
        renderDialog={(dialog) => <ChallengeDialog {...dialog} />}
      >
        {({ onPreview, onEdit, onDelete, deletionOf }) => (
          <ul className={classes['cards']} aria-label={t('challenges.list')}>
            {items.map((challenge) => (
              <ChallengeCard
                key={challenge.id}
                challenge={challenge}
                onPreview={({ title: name, image, thumbnail_url }) =>
                  onPreview({ src: image ?? thumbnail_url ?? '', name })
                }
                onEdit={onEdit}
                onDelete={onDelete}
                deletion={deletionOf(challenge)}
              />
            ))}
          </ul>
        )}
      </ResourceScreen>
      {isFetching && (
        <div className={classes['cover']}>
          <Loader className={classes['loader'] ?? ''} aria-label={t('ui.loading')} />
        </div>
      )}
    </div>
  );
}
