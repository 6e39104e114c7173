import { Button, Loader, NativeSelect } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '#contract/challenges/challenges';
import { challengesSlice } from './challenges.slice.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { ImagePreview, type PreviewedImage } from '#web/ui/image-preview.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { useDelete } from '#web/core/components/use-delete.ts';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useListQuery } from '#web/core/components/use-list-query.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
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
  const canEdit = useCanEdit('challenges');
  const [edited, setEdited] = useState<EditorTarget<Challenge>>();
  const [previewed, setPreviewed] = useState<PreviewedImage>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  useEffect(() => {
    if (fetchError !== undefined) toast('error', fetchError);
  }, [fetchError, toast]);
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(challengesSlice, {
    confirmation: t('challenges.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    onFailed: (message) => toast('error', message),
  });
  const isSearch = query.search !== '';

  const open = (item: Challenge | undefined) => {
    forget();
    setEdited({ item });
  };
  useOpenFromAddress('challenges', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <div className={classes['screen']} aria-busy={isFetching}>
        <ScreenHeader
          title={t('challenges.heading')}
          titleRef={title}
          beside={<ViewsMenu views={views} />}
          add={canEdit && { label: t('challenges.add'), onClick: () => open(undefined) }}
        />
        <FilterBar
          viewEntries={<ListMenuItems kind="challenges" query={list.query} />}
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
          onCorrect={(search) => change({ search })}
          variant="cards"
          empty={
            <EmptyState
              icon={<IconTrophy size={32} stroke={1.3} />}
              title={t(isSearch ? 'challenges.emptyTitle' : 'challenges.noneYet')}
              text={t(isSearch ? 'challenges.emptyFiltered' : 'challenges.emptyCatalogue')}
            >
              {isSearch && (
                <Button variant="default" size="xs" onClick={() => change({ search: '' })}>
                  {t('ui.clearSearch')}
                </Button>
              )}
              {!isSearch && canEdit && (
                <Button size="xs" onClick={() => open(undefined)}>
                  {t('challenges.createFirst')}
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
      <ReferencesDialog {...referencesConfirmation} />
      <ImagePreview image={previewed} onClose={() => setPreviewed(undefined)} />
      <ChallengeDialog
        target={edited}
        onClose={() => setEdited(undefined)}
        onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
      />
    </ListSettingsContext>
  );
}
