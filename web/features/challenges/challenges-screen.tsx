import { Button, Loader, NativeSelect } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '#contract/resources/challenges';
import { challengesSlice } from './challenges-slice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '../../ui/image-preview.tsx';
import { ListLookContext } from '../../ui/list-look.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useToast } from '../../ui/use-toast.ts';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { ListMenuItems } from '../../widgets/list-menu-items.tsx';
import { useDelete } from '../../widgets/use-delete.ts';
import { UsesQuestion } from '../../widgets/uses/uses-question.tsx';
import { useListQuery } from '../../widgets/use-list-query.ts';
import { useOpenFromAddress } from '../../widgets/use-open-from-address.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useAddressViews } from '../../widgets/views/use-list-views.ts';
import { ViewsMenu } from '../../widgets/views/views-menu.tsx';
import { useResourceList } from '../../widgets/use-resource-list.ts';
import { ChallengeCard } from './challenge-card.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import classes from './challenges-screen.module.css';

const { messages } = challengesSlice.declaration;

export function ChallengesScreen() {
  const { t } = useTranslation();
  const { query, change, goTo } = useListQuery({ search: '', sort_by_field: '', sort_direction: '' });
  const list = useResourceList(challengesSlice, query, goTo);
  const { items, isFetching, fetchError, reload } = list;
  const views = useAddressViews('challenges', ['search', 'sort_by_field', 'sort_direction']);
  const canEdit = usePermission('challenges:edit');
  const [edited, setEdited] = useState<EditorTarget<Challenge>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  useEffect(() => {
    if (fetchError !== undefined) toast('error', fetchError);
  }, [fetchError, toast]);
  const saved = (message: string) => {
    toast('success', message);
    reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(challengesSlice, {
    question: t('challenges.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    onFailed: (message) => toast('error', message),
  });
  const isSearch = query.search !== '';

  const open = (item: Challenge | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(challengesSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <div className={classes['screen']} aria-busy={isFetching}>
        <ScreenHeader
          title={t('challenges.heading')}
          titleRef={title}
          beside={<ViewsMenu views={views} />}
          add={canEdit && { label: t('challenges.add'), onClick: () => open(undefined) }}
        />
        <FilterBar
          viewEntries={<ListMenuItems kind="challenges" query={query} />}
          hasRows={false}
          active={query.sort_direction === '' ? 0 : 1}
          search={
            <SearchBox
              value={query.search}
              placeholder={t('challenges.search')}
              onSearch={(search) => change({ search })}
            />
          }
        >
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
        </FilterBar>
        <PagedList
          list={list}
          page={query.page}
          goTo={goTo}
          variant="cards"
          empty={
            <EmptyState
              icon={<IconTrophy size={32} stroke={1.3} />}
              title={t('challenges.emptyTitle')}
              text={t(isSearch ? 'challenges.emptyFiltered' : 'challenges.emptyCatalogue')}
            >
              {isSearch && (
                <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                  {t('ui.clearSearch')}
                </Button>
              )}
            </EmptyState>
          }
        >
          <ul className={classes['cards']} aria-label={t('challenges.list')}>
            {items.map((challenge) => (
              <ChallengeCard
                key={challenge.id}
                challenge={challenge}
                onPreview={({ title: name, image, thumbnail_url }) =>
                  setPreviewed({ src: image ?? thumbnail_url ?? '', name })
                }
                onEdit={open}
                onDelete={(item) => void remove(item)}
                deletion={deletionOf(challenge)}
              />
            ))}
          </ul>
        </PagedList>
        {isFetching && (
          <div className={classes['cover']}>
            <Loader className={classes['loader'] ?? ''} aria-label={t('ui.loading')} />
          </div>
        )}
      </div>
      <UsesQuestion {...usesQuestion} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      <ChallengeDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
      />
    </ListLookContext>
  );
}
