import { useTranslation } from 'react-i18next';
import type { StoryBook } from '#contract/story-books/story-books';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { StoryBookForm } from './story-book-dialog.tsx';
import { storyBooksSlice } from './story-books.slice.ts';

const summaryOf = ({ title }: StoryBook): RecordSummary => ({ name: title });

export function StoryBookPage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={storyBooksSlice}
      heading={t('storyBook.heading')}
      summary={summaryOf}
      renderForm={(form) => <StoryBookForm form={form} isOpen />}
      isWide
    />
  );
}
