import { IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryBook, StoryItem } from '#contract/story-books/story-books';
import { ResourceScreen } from '#web/core/components/resource-list/resource-screen.tsx';
import { ResourceTable } from '#web/core/components/resource-list/resource-table.tsx';
import { useAddressViews } from '#web/core/components/saved-views/use-list-views.ts';
import { useClientList } from '#web/core/components/resource-list/use-client-list.ts';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { Notice, type NoticeText } from '#web/ui/notice.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { StoryBookDialog } from './story-book-dialog.tsx';
import { storyBooksSlice } from './story-books.slice.ts';

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
  const list = useClientList(storyBooksSlice, textsOf);
  const views = useAddressViews('story-books', ['search'], { countsSearches: false });
  const [notice, setNotice] = useState<NoticeText>();
  /** A column with a text of the first item. */
  const ofFirstItem = (key: string, label: string, textOf: (item: StoryItem) => string | undefined) => ({
    key,
    label,
    render: ({ story_items: [first] }: StoryBook) => (first && textOf(first)) || t('storyBooks.none'),
  });
  return (
    <ResourceScreen
      kind="story-books"
      {...list}
      icon={IconBook2}
      views={views}
      report={setNotice}
      notice={<Notice notice={notice} onClose={() => setNotice(undefined)} />}
      renderDialog={(dialog) => <StoryBookDialog {...dialog} />}
    >
      {(actions) => (
        <ResourceTable
          {...actions}
          kind="story-books"
          items={list.list.items}
          rowsFrom={54}
          nameLabel={t('storyBooks.title')}
          recordOf={({ title: name }) => ({ name })}
          columns={[
            {
              key: 'description',
              label: t('storyBooks.description'),
              kind: 'long',
              render: ({ description }) => (
                <ReadMore text={description} start={firstCharacters(description)} />
              ),
            },
            ofFirstItem('book_name', t('storyBooks.bookName'), ({ book }) => book?.name),
            {
              ...ofFirstItem('book_code', t('storyBooks.bookCode'), (item) => item.book_code),
              kind: 'number',
            },
            ofFirstItem('chapter_code', t('storyBooks.chapterCode'), (item) => item.chapter_code),
            ofFirstItem('text_item_code', t('storyBooks.textItemCode'), (item) => item.text_item_code),
          ]}
        />
      )}
    </ResourceScreen>
  );
}
