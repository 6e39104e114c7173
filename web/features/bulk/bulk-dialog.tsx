import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StartedBulk } from '#contract/bulk/bulk';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { useDeleteLabel, useReleaseName, useSubmitLabel } from '#web/core/components/release/use-release.ts';
import { changesOf } from './bulk-changes.ts';
import type { BulkKind } from './bulk-kinds.ts';
import { type BulkExample, BulkPreviewView } from './bulk-preview.tsx';
import { BulkValueField } from './bulk-value-field.tsx';
import { useBulkOrder } from './use-bulk-order.ts';
import { orderOf, type Selection } from './selection.ts';
import classes from './select.module.css';
import { countFormat } from '#web/core/lib/formats.ts';

export interface BulkDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly kind: BulkKind | undefined;
  readonly selection: Selection;
  readonly options: CategoryOptions;
  readonly onClose: () => void;
  readonly onStarted: (kind: BulkKind, startedJob: StartedBulk) => void;
}

/** The dialog of a bulk edit: the new value, a preview of its effects, and the submit button. */
export function BulkDialog({ kind, ...props }: BulkDialogProps) {
  const { t } = useTranslation();
  const currentKind = useLastDefined(kind);
  useBackButton(kind !== undefined, props.onClose);
  return (
    <Modal
      opened={kind !== undefined}
      onClose={props.onClose}
      title={currentKind && t(`books.select.titles.${currentKind}`)}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {currentKind && <BulkForm key={currentKind} kind={currentKind} {...props} />}
    </Modal>
  );
}

const typedKinds: readonly BulkKind[] = ['author', 'publisher', 'subjects', 'keywords', 'record', 'custom'];

type BulkFormProps = Omit<BulkDialogProps, 'kind'> & { readonly kind: BulkKind };

function BulkForm({ kind, selection, options, onClose, onStarted }: BulkFormProps) {
  const { t, i18n } = useTranslation();
  const [value, setValue] = useState<string>();
  const [skipped, setSkipped] = useState<readonly BulkExample[]>([]);
  const release = useReleaseName();
  const submitLabel = useSubmitLabel();
  const deleteLabel = useDeleteLabel();
  // A typed text is previewed after a pause.
  const isTyped = typedKinds.includes(kind);
  const [debounced] = useDebouncedValue(value, isTyped ? searchDelayMs : 0);
  const order = useMemo(() => {
    const changes = changesOf(kind, debounced);
    if (!changes) return undefined;
    const books = orderOf(selection);
    return { ...books, changes, except: [...books.except, ...skipped.map(({ id }) => id)] };
  }, [kind, debounced, selection, skipped]);
  const { preview, problem, isStarting, start } = useBulkOrder(order);
  const isDebounced = debounced === value;
  const ready = isDebounced && preview.value && preview.value.changes > 0 ? preview.value : undefined;

  const skip = (example: BulkExample, isSkipped: boolean) =>
    setSkipped((before) => (isSkipped ? [...before, example] : before.filter(({ id }) => id !== example.id)));
  const count = ready?.changes ?? 0;
  const total = countFormat(i18n.language).format(count);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void start((startedJob) => onStarted(kind, startedJob));
      }}
    >
      <Stack gap="sm">
        <FormAlert messages={problem === undefined ? [] : [problem]} />
        {kind !== 'delete' && (
          <BulkValueField kind={kind} value={value} options={options} onChange={setValue} />
        )}
        <section
          className={classes['plan']}
          aria-label={t('books.select.previewHeading')}
          aria-busy={preview.isReading}
        >
          {preview.apiError && <LoadAlert message={preview.apiError.message} onRetry={preview.retry} />}
          {preview.isReading && (
            <div className={classes['waiting']}>
              <Loader size="sm" aria-hidden />
              <output>{t('books.select.planning')}</output>
            </div>
          )}
          {preview.value && !preview.isReading && (
            <BulkPreviewView
              kind={kind}
              preview={preview.value}
              skipped={skipped}
              onSkip={skip}
              release={release}
            />
          )}
        </section>
        <Group justify="flex-end" gap="xs" className={classes['foot']} data-sticks="bottom">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            {...(kind === 'delete' && { color: 'red' })}
            disabled={!ready}
            aria-busy={isStarting}
          >
            {isStarting
              ? t('books.select.starting')
              : ((kind === 'delete' ? deleteLabel : submitLabel) ??
                t(kind === 'delete' ? 'books.select.applyDelete' : 'books.select.apply', { count, total }))}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
