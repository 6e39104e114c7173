import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthorEntry } from '#contract/authors';
import { authorNameKey } from '#contract/author-names';
import type { BulkPlan, StartedBulk } from '#contract/bulk';
import { limits } from '#contract/limits';
import { useApi } from '../../../api/api-context.ts';
import { toFailure } from '../../../api/api-error.ts';
import { createBulkApi } from '../../../api/bulk-api.ts';
import type { ApiClient } from '../../../api/client.ts';
import { searchPauseMs } from '../../../lib/search-pause.ts';
import { useBackButton } from '../../../lib/use-back-button.ts';
import { useLast } from '../../../lib/use-last.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { noteFailure } from '../../../store/note-failure.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { LoadAlert } from '../../../ui/load-alert.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useRemoteRead } from '../../../widgets/use-remote-read.ts';
import { BookAuthorField } from '../book-author-field.tsx';
import { BulkPlanView } from '../select/bulk-plan-view.tsx';
import classes from './authors.module.css';

export interface Merge {
  readonly from: AuthorEntry;
  /** The name that is proposed. */
  readonly into?: string | undefined;
}

export interface MergeDialogProps {
  /** Undefined closes it. */
  readonly merge: Merge | undefined;
  readonly onClose: () => void;
  readonly onStarted: (started: StartedBulk) => void;
}

/** Gives the books of one author to another: says first what follows, and does it in the background. */
export function MergeDialog({ merge, ...props }: MergeDialogProps) {
  const { t } = useTranslation();
  const shown = useLast(merge);
  useBackButton(merge !== undefined, props.onClose);
  return (
    <Modal
      opened={merge !== undefined}
      onClose={props.onClose}
      title={t('authors.mergeTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {shown && <MergeForm key={`${shown.from.id} ${shown.into ?? ''}`} {...shown} {...props} />}
    </Modal>
  );
}

type MergeFormProps = Merge & Omit<MergeDialogProps, 'merge'>;

const nobody: BulkPlan['examples'] = [];

function MergeForm({ from, into = '', onClose, onStarted }: MergeFormProps) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [name, setName] = useState(into);
  const [fault, setFault] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  const key = useRef({ order: '', key: '' });
  const [settled] = useDebouncedValue(name.trim(), name === into ? 0 : searchPauseMs);
  const { alike = [] } = from;
  const isItself = authorNameKey(name) === authorNameKey(from.name);
  const order = useMemo(
    () =>
      settled === '' || authorNameKey(settled) === authorNameKey(from.name)
        ? undefined
        : {
            filter: { author: from.name },
            expected: from.book_count,
            changes: { author: { name: settled } },
          },
    [settled, from],
  );
  const read = useCallback(
    async (asked: ApiClient, signal: AbortSignal): Promise<BulkPlan> => {
      if (!order) throw new Error('There is nothing to plan');
      return createBulkApi(asked).plan(order, { signal });
    },
    [order],
  );
  const plan = useRemoteRead(order && read, { tried: t('books.select.planFailed') });
  const isUnknown = plan.value?.follows.some(({ kind }) => kind === 'new_author') === true;
  const isReady = plan.value !== undefined && plan.value.changes > 0 && !isUnknown && settled === name.trim();

  const apply = async () => {
    if (!order || !isReady || isStarting) return;
    setStarting(true);
    setFault(undefined);
    // The same merge asked for again, after an answer that was lost, is not begun twice.
    const asked = JSON.stringify(order);
    if (key.current.order !== asked) key.current = { order: asked, key: crypto.randomUUID() };
    try {
      onStarted(await createBulkApi(client).start(order, key.current.key));
    } catch (error) {
      const failure = toFailure(error, t('books.select.startFailed'));
      noteFailure(dispatch, failure, t('books.select.startFailed'), { cause: error, subject: from.name });
      setFault(failure.message);
    }
    setStarting(false);
  };
  const hint = isItself ? t('authors.intoItself') : isUnknown ? t('authors.unknown') : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <Stack gap="sm">
        <FormAlert messages={fault === undefined ? [] : [fault]} />
        <Text>{t('authors.mergeText', { name: from.name })}</Text>
        <BookAuthorField
          field={{ name: 'into', value: name, error: false, maxLength: limits.maxNameLength }}
          label={t('authors.into')}
          stored={undefined}
          placeholder={t('books.select.typeToFind')}
          onType={setName}
          onPick={(author) => setName(author.name)}
        />
        {alike.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{t('authors.suggested')}:</Text>
            {alike.map((author) => (
              <Button
                key={author.id}
                variant="default"
                size="compact-sm"
                classNames={{ root: classes['merge'] ?? '', label: classes['mergeName'] ?? '' }}
                aria-pressed={name === author.name}
                onClick={() => setName(author.name)}
              >
                <UserText>{author.name}</UserText> ({author.book_count})
              </Button>
            ))}
          </Group>
        )}
        <section aria-label={t('books.select.planHeading')} aria-busy={plan.isReading}>
          {plan.failure && <LoadAlert message={plan.failure.message} onRetry={plan.retry} />}
          {plan.isReading && (
            <div className={classes['waiting']}>
              <Loader size="sm" aria-hidden />
              <output>{t('books.select.planning')}</output>
            </div>
          )}
          {hint !== undefined && <output>{hint}</output>}
          {plan.value && !isUnknown && <BulkPlanView kind="author" plan={plan.value} leftOut={nobody} />}
        </section>
        <Group justify="flex-end" gap="xs" className={classes['foot']} data-sticks="bottom">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} aria-busy={isStarting}>
            {isStarting ? t('books.select.starting') : t('authors.merge')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
