import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryBook } from '#contract/resources/story-books';
import { storyBooksSlice } from './story-books-slice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { Notice, type NoticeText } from '../../ui/notice.tsx';
import { ListLookContext } from '../../ui/list-look.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PagedList } from '../../widgets/paged-list.tsx';
import { ListMenuItems } from '../../widgets/list-menu-items.tsx';
import { useClientSearch } from '../../widgets/use-client-search.ts';
import { useDelete } from '../../widgets/use-delete.ts';
import { UsesQuestion } from '../../widgets/uses/uses-question.tsx';
import { useOpenFromAddress } from '../../widgets/use-open-from-address.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { useAddressViews } from '../../widgets/views/use-list-views.ts';
import { ViewsMenu } from '../../widgets/views/views-menu.tsx';
import { StoryBookDialog } from './story-book-dialog.tsx';
import { StoryBooksTable } from './story-books-table.tsx';

const { messages } = storyBooksSlice.declaration;

/** What the columns show. */
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
  const canEdit = usePermission('story-books:edit');
  const [edited, setEdited] = useState<EditorTarget<StoryBook>>();
  const [notice, setNotice] = useState<NoticeText>();
  const title = useRef<HTMLHeadingElement>(null);
  const saved = (message: string) => {
    setNotice({ kind: 'success', message });
    list.reload();
  };
  const { remove, deletionOf, usesQuestion, forget } = useDelete(storyBooksSlice, {
    question: t('storyBooks.deleteQuestion'),
    focusAfter: title,
    onDeleted: saved,
    onFailed: (message) => setNotice({ kind: 'error', message }),
  });
  const open = (item: StoryBook | undefined) => {
    setNotice(undefined);
    forget();
    setEdited({ item });
  };
  useOpenFromAddress(storyBooksSlice, (item) => canEdit && open(item));

  return (
    <ListLookContext value={views.look}>
      <ScreenHeader
        title={t('storyBooks.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={canEdit && { label: t('storyBooks.add'), onClick: () => open(undefined) }}
      />
      <Notice notice={notice} onClose={() => setNotice(undefined)} />
      <FilterBar
        viewEntries={<ListMenuItems kind="story-books" query={{ search }} />}
        search={<SearchBox value={search} placeholder={t('storyBooks.search')} onSearch={setSearch} />}
      />
      <PagedList
        list={list}
        page={page}
        goTo={goTo}
        pagers="below"
        empty={
          <EmptyState
            icon={<IconBook2 size={32} stroke={1.3} />}
            title={t('storyBooks.emptyTitle')}
            text={t(search === '' ? 'storyBooks.emptyCatalogue' : 'storyBooks.emptyFiltered')}
          >
            {search !== '' && (
              <Button variant="default" size="xs" onClick={() => setSearch('')}>
                {t('ui.clearSearch')}
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
      <UsesQuestion {...usesQuestion} />
      {/* What is being typed stays when the permission is taken away meanwhile. */}
      {(canEdit || edited) && (
        <StoryBookDialog
          target={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(isNew) => saved(isNew ? messages.created : messages.updated)}
        />
      )}
    </ListLookContext>
  );
}
