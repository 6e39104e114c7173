import { type ComboboxItem, type ComboboxItemGroup, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { foldText } from '#contract/core/slug';
import type { ApiClient } from '#web/core/api/client.ts';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import classes from './record-picker.module.css';
import { useRemoteRead } from './use-remote-read.ts';

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** Text below the label in the list. */
  readonly details?: string;
}

/** Returns the first records that match a text. A blank text returns the first records of all. */
export type SearchRecords = (client: ApiClient, text: string, signal: AbortSignal) => Promise<PickerOption[]>;

export interface RecordPickerProps {
  readonly label: string;
  /** True to show the label as a placeholder, as in filters. */
  readonly isCompact?: boolean;
  readonly description?: string;
  /** A stable function. */
  readonly search: SearchRecords;
  /** The attempted action of a failed search, as Recent activity shows it. */
  readonly attemptedAction: string;
  readonly value: string | undefined;
  /** The name of the value. Default: the value. */
  readonly valueLabel?: string | undefined;
  readonly isAutofocused?: boolean;
  readonly isClearable?: boolean;
  readonly isInvalid?: boolean;
  readonly className?: string;
  readonly onChange: (option: PickerOption | undefined) => void;
}

/** The list of a narrow filter is wider than its input. */
const compactList = { width: 280, position: 'bottom-start' } as const;

const matches = (option: ComboboxItem | ComboboxItemGroup<ComboboxItem>, text: string): boolean =>
  'label' in option && foldText(option.label).includes(foldText(text));

/** Selects a record, which is searched by its name. No request is sent before the focus. */
export function RecordPicker(props: RecordPickerProps) {
  const { label, isCompact = false, search, attemptedAction, value, valueLabel, onChange } = props;
  const { t } = useTranslation();
  const [isActive, setActive] = useState(false);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<PickerOption>();
  const current =
    value === undefined
      ? undefined
      : chosen?.value === value
        ? chosen
        : { value, label: valueLabel ?? value };
  // The text of the selected record is no search.
  const typedText = text === current?.label ? '' : text.trim().slice(0, limits.maxSearchLength);
  const [debouncedText] = useDebouncedValue(typedText, searchDelayMs);
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => search(client, debouncedText, signal),
    [debouncedText, search],
  );
  const {
    value: options,
    isReading,
    apiError,
    retry,
  } = useRemoteRead(isActive ? read : undefined, { attempted_action: attemptedAction });
  const isCurrent = debouncedText === typedText && !isReading;
  const data = [...(options ?? [])];
  if (current && !data.some((option) => option.value === current.value)) data.push(current);
  return (
    <div className={props.className}>
      <Select
        {...(isCompact
          ? { 'aria-label': label, placeholder: label }
          : { label, placeholder: t('picker.typeToSearch') })}
        description={props.description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        clearable={props.isClearable ?? false}
        error={props.isInvalid ?? false}
        clearButtonProps={{ 'aria-label': t('picker.clear', { name: label }) }}
        {...(props.isAutofocused && { 'data-autofocus': true })}
        data={data}
        // The server filters the options. Those of the previous text are filtered until it responds.
        filter={({ options: all }) => (isCurrent ? all : all.filter((option) => matches(option, typedText)))}
        value={value ?? null}
        searchValue={text}
        onSearchChange={(next) => {
          setText(next);
          // The clear button can't be reached by keyboard.
          if (next === '' && props.isClearable && value !== undefined) onChange(undefined);
        }}
        onFocus={() => setActive(true)}
        // Enter selects an option, and does not submit the form.
        onKeyDown={(event) =>
          event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()
        }
        onChange={(_next, option) => {
          const next = option ?? undefined;
          setChosen(next);
          onChange(next);
        }}
        nothingFoundMessage={isReading ? undefined : t('picker.noResults')}
        rightSection={isReading && isActive ? <Loader size={16} aria-hidden /> : undefined}
        // The scroll area would be as wide as the longest name.
        withScrollArea={false}
        classNames={{ dropdown: classes['list'] ?? '', option: classes['option'] ?? '' }}
        renderOption={({ option }) => {
          const details = options?.find(({ value: id }) => id === option.value)?.details;
          return (
            <span className={classes['entry']}>
              <ClampedText>{option.label}</ClampedText>
              {details !== undefined && (
                <span className={classes['details']}>
                  <ClampedText>{details}</ClampedText>
                </span>
              )}
            </span>
          );
        }}
        comboboxProps={{ withinPortal: false, ...(isCompact && compactList) }}
      />
      {apiError && <SearchFailed onRetry={retry} />}
    </div>
  );
}
