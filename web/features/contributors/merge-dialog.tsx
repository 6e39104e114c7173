import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContributorEntry, contributorsEndpoints } from '#contract/contributors/contributors';
import { contributorNameKey } from '#contract/contributors/contributor-names';
import type { BulkPreview, StartedBulk } from '#contract/bulk/bulk';
import { limits } from '#contract/core/limits';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { BookAuthorField } from '#web/features/books/book-author-field.tsx';
import { BulkPreviewView } from '#web/features/bulk/bulk-preview.tsx';
import { useBulkOrder } from '#web/features/bulk/use-bulk-order.ts';
import classes from './contributors.module.css';

export interface Merge {
  readonly from: ContributorEntry;
  /** The suggested name. */
  readonly into?: string | undefined;
}

export interface MergeDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly merge: Merge | undefined;
  readonly onClose: () => void;
  /** @param into the name of the contributor that remains */
  readonly onStarted: (mergeJob: StartedBulk, into: string) => void;
}

/** Merges a contributor into another one: shows a preview, and runs in the background. */
export function MergeDialog({ merge, ...props }: MergeDialogProps) {
  const { t } = useTranslation();
  const currentMerge = useLastDefined(merge);
  useBackButton(merge !== undefined, props.onClose);
  return (
    <Modal
      opened={merge !== undefined}
      onClose={props.onClose}
      title={t('contributors.mergeTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {currentMerge && (
        <MergeForm key={`${currentMerge.from.id} ${currentMerge.into ?? ''}`} {...currentMerge} {...props} />
      )}
    </Modal>
  );
}

type MergeFormProps = Merge & Omit<MergeDialogProps, 'merge'>;

const noExamples: BulkPreview['examples'] = [];

function MergeForm({ from, into = '', onClose, onStarted }: MergeFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(into);
  const [debounced] = useDebouncedValue(name.trim(), name === into ? 0 : searchDelayMs);
  const { similar = [] } = from;
  const isSameContributor = contributorNameKey(name) === contributorNameKey(from.name);
  const order = useMemo(
    () =>
      debounced === '' || contributorNameKey(debounced) === contributorNameKey(from.name)
        ? undefined
        : {
            filter: { contributor_id: String(from.id) },
            expected: from.book_count,
            changes: { contributor: { id: from.id, name: debounced } },
          },
    [debounced, from],
  );
  const { preview, problem, isStarting, start } = useBulkOrder(order, from.name);
  const isUnknown = preview.value?.related.some(({ kind }) => kind === 'new_author') === true;
  const isReady =
    preview.value !== undefined &&
    // Someone without books has only details.
    (preview.value.changes > 0 || from.book_count === 0) &&
    !isUnknown &&
    debounced === name.trim();

  const hint = isSameContributor
    ? t('contributors.intoItself')
    : isUnknown
      ? t('contributors.unknown')
      : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void start((mergeJob) => onStarted(mergeJob, debounced));
      }}
    >
      <Stack gap="sm">
        <FormAlert messages={problem === undefined ? [] : [problem]} />
        <Text>{t('contributors.mergeText', { name: from.name })}</Text>
        <BookAuthorField
          field={{ name: 'into', value: name, error: false, maxLength: limits.maxNameLength }}
          label={t('contributors.into')}
          endpoint={contributorsEndpoints.list}
          stored={undefined}
          placeholder={t('picker.typeToSearch')}
          onType={setName}
          onPick={(contributor) => setName(contributor.name)}
        />
        {similar.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{t('contributors.suggested')}:</Text>
            {similar.map((other) => (
              <Button
                key={other.id}
                variant="default"
                size="compact-sm"
                classNames={{ root: classes['merge'] ?? '', label: classes['mergeName'] ?? '' }}
                aria-pressed={name === other.name}
                onClick={() => setName(other.name)}
              >
                <UserText>{other.name}</UserText> ({other.book_count})
              </Button>
            ))}
          </Group>
        )}
        <section aria-label={t('books.select.previewHeading')} aria-busy={preview.isReading}>
          {preview.apiError && <LoadAlert message={preview.apiError.message} onRetry={preview.retry} />}
          {preview.isReading && (
            <div className={classes['waiting']}>
              <Loader size="sm" aria-hidden />
              <output>{t('books.select.planning')}</output>
            </div>
          )}
          {hint !== undefined && <output>{hint}</output>}
          {preview.value && !isUnknown && (
            <BulkPreviewView kind="contributor" preview={preview.value} skipped={noExamples} />
          )}
        </section>
        <Group justify="flex-end" gap="xs" className={classes['foot']} data-sticks="bottom">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} aria-busy={isStarting}>
            {isStarting ? t('books.select.starting') : t('contributors.merge')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
