import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { ResumeButton } from '#web/core/components/player/resume-button.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { Section } from '#web/ui/sections.tsx';
import { AudioLevelsButton } from './audio-levels-button.tsx';
import { BookEditions } from './book-editions.tsx';
import { BookCustomValues } from './book-custom-values.tsx';
import { BookRights } from './book-rights.tsx';
import { BookSubjects } from './book-subjects.tsx';
import { BookSample } from './book-sample.tsx';
import { BookRelations } from './book-relations.tsx';
import { BookForm } from './book-form-fields.tsx';
import { booksSlice } from './books.slice.ts';
import { ChapterSections, NoChapters } from './chapter-sections.tsx';
import { ContentEditorLink } from './content-editor-link.tsx';
import { ProofingLink } from './proofing-link.tsx';

const coverPx = { width: 64, height: 96 };

const summaryOf = (book: Book): RecordSummary => ({
  name: book.name,
  code: book.code,
  image: { src: book.image_url, thumbnail: book.thumbnail_url, ...coverPx },
  status: <ServiceType book={book} />,
});

export function BookPage() {
  const { t } = useTranslation();
  const options = useCategoryOptions();
  return (
    <RecordPage
      slice={booksSlice}
      heading={t('book.heading')}
      summary={summaryOf}
      renderForm={(form) => <BookForm form={form} options={options} />}
      renderContent={(book, reload) => (
        <>
          <BookRelations book={book} />
          <BookEditions book={book} options={options} onSaved={reload} />
          <BookSubjects book={book} />
          <BookRights book={book} />
          <BookCustomValues book={book} />
          <BookSample book={book} onReload={reload} />
          <Chapters book={book} />
        </>
      )}
    />
  );
}

function ServiceType({ book }: { readonly book: Book }) {
  const { t } = useTranslation();
  const isMain = book.is_backup === 0;
  return (
    <Badge variant="light" color={isMain ? 'green' : 'gray'} tt="none">
      {t(isMain ? 'books.mainService' : 'books.backupService')}
    </Badge>
  );
}

function Chapters({ book }: { readonly book: Book }) {
  const { t } = useTranslation();
  const { id, chapters = [] } = book;
  return (
    <Section
      title={t('record.content')}
      actions={
        <Group gap="xs">
          <AudioLevelsButton book={book} />
          <ProofingLink book={book} />
          <ResumeButton book={book} />
        </Group>
      }
    >
      <ContentEditorLink bookId={id} isOnPage />
      {chapters.length === 0 ? <NoChapters /> : <ChapterSections chapters={chapters} playedBook={book} />}
    </Section>
  );
}
