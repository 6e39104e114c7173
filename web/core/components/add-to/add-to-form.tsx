import { Button, Loader, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isVersionConflict } from '#web/core/api/api-error.ts';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import type { AddedRecord } from './add-values.ts';
import { BlockField, ListField } from './block-fields.tsx';
import { TargetPicker } from './target-picker.tsx';
import { TextFields } from './text-fields.tsx';
import { useAddTo } from './use-add-to.ts';
import { useAddition } from './use-addition.ts';

export interface AddToFormProps {
  readonly added: AddedRecord;
  readonly target: AddTarget;
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

/** Selects the target and the position. */
export function AddToForm({ added, target, onCancel, onAdded }: AddToFormProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLFormElement>(null);
  const { save, isSaving, apiError, clearError } = useAddTo(added.name);
  const fields = useAddition(target, added);
  const { search, picked, blocks, lists, listRead, addition, reload } = fields;
  const [position, setPosition] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  // The next Enter after one in the search box adds the record.
  const [enters, setEnters] = useState(0);
  useEffect(() => {
    if (enters > 0) frame.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [enters]);

  const list = addition?.list;
  const last = (list?.count ?? 0) + 1;
  const number = Number(position ?? last);
  const isContained = list?.position !== undefined;
  const reset = () => {
    setPosition(undefined);
    setWrong(false);
    clearError();
  };
  const pick = (id: number) => {
    fields.pick(id);
    reset();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!addition || isSaving || isContained || search.isSearching) return;
    if (!Number.isInteger(number) || number < 1 || number > last) {
      setWrong(true);
      frame.current?.querySelector<HTMLElement>('[type="number"]')?.focus();
      return;
    }
    if (await save(addition, number - 1)) onAdded();
  };
  const isConflict = apiError !== undefined && isVersionConflict(apiError);

  return (
    <form ref={frame} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <FormAlert messages={apiError ? [apiError.message, ...Object.values(apiError.errors ?? {})] : []}>
          {isConflict && (
            <Button
              variant="default"
              size="xs"
              mt="xs"
              onClick={() => {
                reset();
                reload();
              }}
            >
              {t('ui.loadStored')}
            </Button>
          )}
        </FormAlert>
        <TargetPicker
          target={target}
          added={added}
          search={search}
          onSearch={search.setText}
          pickedId={picked?.item.id}
          onPick={({ item }) => pick(item.id)}
          onEnterPick={({ item }) => {
            pick(item.id);
            setEnters(enters + 1);
          }}
        />
        {picked?.target === 'story-books' && <TextFields bookId={added.id} onChange={fields.setText} />}
        {blocks && <BlockField {...blocks} onChange={(value) => (blocks.onChange(value), reset())} />}
        {lists && <ListField {...lists} onChange={(value) => (lists.onChange(value), reset())} />}
        {listRead.isReading && <Loader size="sm" aria-label={t('ui.loading')} />}
        {listRead.apiError && <SearchFailed text={listRead.apiError.message} onRetry={listRead.retry} />}
        {isContained && (
          <Text size="sm">
            {t(addition?.record.target === 'challenges' ? 'addTo.containsDay' : 'addTo.contains', {
              number: (list?.position ?? 0) + 1,
            })}
          </Text>
        )}
        {list && !isContained && (
          <NumberField
            label={t(addition?.record.target === 'challenges' ? 'addTo.day' : 'addTo.position')}
            description={t('addTo.range', { last })}
            error={isWrong && t('addTo.wrongPosition', { last })}
            min={1}
            max={last}
            value={position ?? String(last)}
            onChange={(value) => {
              setPosition(value);
              setWrong(false);
            }}
          />
        )}
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t('addTo.submit')}
          busy={t('addTo.saving')}
          isIncomplete={!addition || isContained}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
