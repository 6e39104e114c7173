import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { detailLabels } from '#contract/books/book-details';
import type { BulkPreview } from '#contract/bulk/bulk';
import { customLabelOf, useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { UserText } from '#web/ui/user-text.tsx';
import type { BulkKind } from './bulk-kinds.ts';
import classes from './select.module.css';

export interface BulkPreviewViewProps {
  readonly kind: BulkKind | 'contributor';
  readonly preview: BulkPreview;
  /** The excluded books, which can be included again. */
  readonly skipped: readonly BulkExample[];
  /** Undefined if no book can be excluded. */
  readonly onSkip?: (example: BulkExample, isSkipped: boolean) => void;
  /** The name of the release in which it is saved; undefined for the live catalogue. */
  readonly release?: string | undefined;
}

export type BulkExample = BulkPreview['examples'][number];

const summaryKeys = { delete: 'deletes', collection: 'adds', challenge: 'adds' } as const;

export function BulkPreviewView({ kind, preview, skipped, onSkip, release }: BulkPreviewViewProps) {
  const { t } = useTranslation();
  const sum = kind in summaryKeys ? summaryKeys[kind as keyof typeof summaryKeys] : 'changes';
  const isDeletedLater = kind === 'delete' && release !== undefined;
  const customFields = useCustomFields();
  const names: Readonly<Record<string, string>> = {
    author: t('books.author'),
    category: t('books.category'),
    sub_category: t('books.subCategory'),
    language: t('books.language'),
    is_backup: t('books.serviceType'),
    publisher: t('books.publisher'),
    imprint: t('books.imprint'),
    edition_of: t('books.select.firstEdition'),
    ...detailLabels,
  };
  const examples = [
    ...skipped.map((example) => ({ ...example, isIn: false })),
    ...preview.examples
      .filter(({ id }) => !skipped.some((out) => out.id === id))
      .map((example) => ({ ...example, isIn: true })),
  ];
  return (
    <>
      <Text fw={600}>
        {preview.changes === 0
          ? t('books.select.nothingChanges')
          : t(`books.select.${isDeletedLater ? 'deletesLater' : sum}`, {
              count: preview.changes,
              name: release ?? '',
            })}
      </Text>
      {preview.skipped.length + preview.related.length > 0 && (
        <ul>
          {preview.skipped.map(({ reason, count }) => (
            <li key={reason}>{t(`books.select.skipped.${reason}`, { count })}</li>
          ))}
          {preview.related.map(({ kind: related, count }) => (
            <li key={related}>{t(`books.select.related.${related}`, { count })}</li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <section aria-label={t('books.select.examples')}>
          <Text size="sm" c="dimmed" mb={4}>
            {t('books.select.examples')}
            {onSkip && `. ${t('books.select.exampleHint')}`}
          </Text>
          <ul className={classes['examples']}>
            {examples.map(({ isIn, ...example }) => (
              <li key={example.id}>
                {onSkip ? (
                  <Checkbox
                    size="sm"
                    classNames={{
                      body: classes['exampleRow'] ?? '',
                      inner: classes['tick'] ?? '',
                      labelWrapper: classes['example'] ?? '',
                      label: classes['exampleName'] ?? '',
                      description: classes['becomes'] ?? '',
                    }}
                    checked={isIn}
                    aria-label={t('books.select.leaveOut', { name: example.name })}
                    label={
                      <>
                        <UserText>{example.name}</UserText> ({example.code})
                      </>
                    }
                    description={example.changes
                      .map(({ field, before, after }) =>
                        t('books.select.becomes', {
                          field: names[field] ?? customLabelOf(customFields, field) ?? field,
                          before,
                          after,
                        }),
                      )
                      .join(' · ')}
                    onChange={({ currentTarget }) => onSkip(example, !currentTarget.checked)}
                  />
                ) : (
                  <>
                    <UserText>{example.name}</UserText> ({example.code})
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
