import { Button, Group, Loader, Text } from '@mantine/core';
import { IconBookUpload, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { AnchorList } from '#web/core/components/record-page/record-anchor.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { EditionRow } from './edition-row.tsx';
import { isFirstEdition, useEditions } from './use-editions.ts';

const EditionDialogs = createLazyComponent(
  async () => (await import('./edition-dialogs.tsx')).EditionDialogs,
);

export interface BookEditionsProps {
  readonly book: Book;
  readonly options: CategoryOptions;
  /** Called after an edition was saved. */
  readonly onSaved: () => void;
}

/** The books of the work of a book, such as translations and abridged versions. */
export function BookEditions({ book, options, onSaved }: BookEditionsProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('books');
  const [saves, setSaves] = useState(0);
  const { work, apiError, retry, setEdition } = useEditions(book, () => {
    setSaves((before) => before + 1);
    onSaved();
  });
  const [dialog, setDialog] = useState<'add' | 'create'>();
  const hasOpened = useLastDefined(dialog) !== undefined;
  const addButton = useRef<HTMLButtonElement>(null);
  const { editions = [], total = 0 } = work ?? {};
  const isAlone = editions.length < 2;

  // The menu of a removed row had the focus.
  useEffect(() => {
    if (saves > 0 && document.activeElement === document.body)
      addButton.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect depends on the rows
  }, [saves, work]);

  if (!canEdit && isAlone && !apiError) return null;
  const first = editions.find((edition) => isFirstEdition(edition, editions));
  return (
    <Section
      title={t('editions.heading')}
      actions={
        canEdit && (
          <Group gap="xs">
            <Button
              ref={addButton}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setDialog('add')}
            >
              {t('editions.add')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconBookUpload size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setDialog('create')}
            >
              {t('editions.create')}
            </Button>
          </Group>
        )
      }
    >
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !work && <Loader size="sm" aria-label={t('ui.loading')} />}
      {work && isAlone && (
        <Text size="sm" c="dimmed">
          {t('editions.empty')}
        </Text>
      )}
      {!isAlone && (
        <AnchorList>
          {editions.map((edition) => (
            <EditionRow
              key={edition.id}
              edition={edition}
              isFirst={edition === first}
              isCurrent={edition.id === book.id}
              onMakeFirst={
                canEdit && first && edition !== first ? () => void setEdition(first, edition.code) : undefined
              }
              onRemove={canEdit && edition !== first ? () => void setEdition(edition, '') : undefined}
            />
          ))}
        </AnchorList>
      )}
      {total > editions.length && (
        <Text size="sm" c="dimmed">
          {t('editions.more', { count: total - editions.length })}
        </Text>
      )}
      {hasOpened && (
        <EditionDialogs
          dialog={dialog}
          book={book}
          options={options}
          editions={editions}
          onPick={(edition) => setEdition(edition, book.code)}
          onClose={() => setDialog(undefined)}
          onCreated={() => {
            retry();
            onSaved();
          }}
        />
      )}
    </Section>
  );
}
