import { useTranslation } from 'react-i18next';
import type { StoryBook } from '#contract/story-books/story-books';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { ReadMore } from '#web/ui/read-more.tsx';
import { DeleteAction, EditAction } from '#web/ui/row-actions.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import type { Deletions } from '#web/core/components/use-delete.ts';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';

export interface StoryBooksTableProps {
  readonly storyBooks: readonly StoryBook[];
  readonly onEdit: (storyBook: StoryBook) => void;
  readonly onDelete: (storyBook: StoryBook) => void;
  readonly deletionOf: Deletions<StoryBook>['deletionOf'];
}

/** The table of story books. The item columns show the first item of each. */
export function StoryBooksTable({ storyBooks, onEdit, onDelete, deletionOf }: StoryBooksTableProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('story-books');
  const canDelete = useCanDelete('story-books');
  const label = {
    id: t('storyBooks.id'),
    title: t('storyBooks.title'),
    description: t('storyBooks.description'),
    book_name: t('storyBooks.bookName'),
    book_code: t('storyBooks.bookCode'),
    chapter_code: t('storyBooks.chapterCode'),
    text_item_code: t('storyBooks.textItemCode'),
    actions: t('storyBooks.actions'),
  };
  const none = t('storyBooks.none');
  return (
    <DataTable columns={label} rowsFrom={54}>
      {storyBooks.map((storyBook) => {
        const { id, title, description, story_items } = storyBook;
        const [first] = story_items;
        return (
          <DataRow key={id}>
            <DataCell label={label.id} kind="id">
              {id}
            </DataCell>
            <DataCell label={label.title} kind="title">
              <RecordLink kind="story-books" id={id}>
                <ClampedText isName>{title}</ClampedText>
              </RecordLink>
            </DataCell>
            <DataCell label={label.description} kind="long">
              <ReadMore text={description} start={firstCharacters(description)} />
            </DataCell>
            <DataCell label={label.book_name}>{first?.book?.name || none}</DataCell>
            <DataCell label={label.book_code} kind="number">
              {first?.book_code || none}
            </DataCell>
            <DataCell label={label.chapter_code}>{first?.chapter_code || none}</DataCell>
            <DataCell label={label.text_item_code}>{first?.text_item_code || none}</DataCell>
            <DataCell label={label.actions} kind="actions">
              {canEdit && (
                <EditAction label={t('storyBooks.edit', { name: title })} onClick={() => onEdit(storyBook)} />
              )}
              {canDelete && (
                <DeleteAction
                  label={t('storyBooks.delete', { name: title })}
                  deletion={deletionOf(storyBook)}
                  onClick={() => onDelete(storyBook)}
                />
              )}
              <RecordMenu record={{ kind: 'story-books', id, name: title }} />
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
