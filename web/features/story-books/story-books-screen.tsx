import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryBook } from '#contract/story-books/story-books';
import { storyBooksSlice } from './story-books.slice.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterBar } from '#web/ui/filter-bar.tsx';
import { Notice, type NoticeText } from '#web/ui/notice.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { ListMenuItems } from '#web/core/components/list-menu-items.tsx';
import { useClientSearch } from '#web/core/components/use-client-search.ts';
import { useDelete } from '#web/core/components/use-delete.ts';
import { ReferencesDialog } from '#web/core/components/references/references-dialog.tsx';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { StoryBookDialog } from './story-book-dialog.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { StoryBooksTable } from './story-books-table.tsx';

const { messages } = storyBooksSlice.declaration;

/** Returns the texts of the columns. */
const textsOf = ({ id, title, description, story_items: [first] }: StoryBook) =>
  [
    String(id),
    title,
    description,
    first?.book?.name,
    first?.book_code,
    first?.chapter_code,
    first?.text_item_code,
  ].filter((text) => text !== undefined);

export function StoryBooksScreen() {
  const { t } = useTranslation();
  const { search, setSearch, list, page, goTo } = useClientSearch(storyBooksSlice, textsOf);
  const views = useAddressViews('story-books', ['search'], { countsSearches: false });
  const canEdit = useCanEdit('story-books');
  const [edited, setEdited] = useState<EditorTarget<StoryBook>>();
  const [notice, setNotice] = useState<NoticeText>();
  const title = useRef<HTMLHeadingElement>(null);
  const savedMessage = useSavedMessage();
  const onSaved = (message: string, detail?: string) => {
    setNotice({ kind: 'success', message: savedMessage(message), detail });
    list.reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(storyBooksSlice, {
    confirmation: t('storyBooks.deleteQuestion'),
    focusAfter: title,
    onDeleted: onSaved,
    onFailed: (message) => setNotice({ kind: 'error', message }),
  });
  const open = (item: StoryBook | undefined) => {
    setNotice(undefined);
    forget();
    setEdited({ item });
  };
  useOpenFromAddress('story-books', () => canEdit && open(undefined));

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('storyBooks.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('storyBooks.add'), onClick: () => open(undefined) }}
      />
      <Notice notice={notice} onClose={() => setNotice(undefined)} />
      <FilterBar
        viewEntries={<ListMenuItems kind="story-books" query={{ search: list.didYouMean ?? search }} />}
        search={<SearchBox value={search} placeholder={t('storyBooks.search')} onSearch={setSearch} />}
      />
      <PagedList
        list={list}
        page={page}
        goTo={goTo}
        onCorrect={setSearch}
        pagers="below"
        empty={
          <EmptyState
            icon={<IconBook2 size={32} stroke={1.3} />}
            title={t(search !== '' ? 'storyBooks.emptyTitle' : 'storyBooks.noneYet')}
            text={t(search === '' ? 'storyBooks.emptyCatalogue' : 'storyBooks.emptyFiltered')}
          >
            {search !== '' && (
              <Button variant="default" size="xs" onClick={() => setSearch('')}>
                {t('ui.clearSearch')}
              </Button>
            )}
            {search === '' && canEdit && (
              <Button size="xs" onClick={() => open(undefined)}>
                {t('storyBooks.createFirst')}
              </Button>
            )}
          </EmptyState>
        }
      >
        <StoryBooksTable
          storyBooks={list.items}
          onEdit={open}
          onDelete={(item) => void remove(item)}
          deletionOf={deletionOf}
        />
      </PagedList>
      <ReferencesDialog {...referencesConfirmation} />
      {/* The open form stays if the permission is removed. */}
      {(canEdit || edited) && (
        <StoryBookDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => onSaved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListSettingsContext>
  );
}
