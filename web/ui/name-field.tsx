import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { limits } from '#contract/core/limits';
import classes from './name-field.module.css';
import { SearchFailed } from './search-failed.tsx';
import { useT } from './use-t.ts';
import { ClampedText } from './user-text.tsx';

const searchDelayMs = 300;

/** A suggested record. */
export interface SuggestedName {
  readonly id: number;
  readonly name: string;
  /** A short text beside the name. */
  readonly detail?: string;
}

/** The props of an input, from `useEditor`. */
export interface NameInput {
  readonly name: string;
  readonly value: string;
  readonly error: boolean;
  readonly maxLength?: number;
}

export interface NameFieldProps {
  readonly field: NameInput;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** A text beside the label, for example that the name is new. */
  readonly hint: string | undefined;
  readonly suggestions: readonly SuggestedName[];
  /** The width of the list of suggestions in pixels. Default: that of the input. */
  readonly listWidth?: number;
  /** Called with the typed text after a pause, and with a blank text at once. */
  readonly onSearch: (text: string) => void;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onType: (name: string) => void;
  readonly onPick: (suggestion: SuggestedName) => void;
}

/**
 * A record by its name. Any name can be typed, and existing ones are suggested after a pause. The list is rendered inside the dialog, where
 * screen readers find it.
 */
export function NameField(props: NameFieldProps) {
  const { field, label, placeholder, hint, suggestions, onSearch, hasFailed, onRetry, onType, onPick } =
    props;
  const { listWidth } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isOpened = isOpen && suggestions.length > 0;
  const combobox = useCombobox({ opened: isOpened, onOpenedChange: setOpen });

  // The index of an option selected with the arrow keys can change in a new list.
  const resetSelection = useEffectEvent((index: number) => {
    if (index > 0) combobox.resetSelectedOption();
  });
  useEffect(() => resetSelection(suggestions.length), [suggestions]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text === '') onSearch('');
    else timer.current = setTimeout(() => onSearch(text), searchDelayMs);
  };
  const type = (name: string) => {
    onType(name);
    setOpen(true);
    search(name.trim().slice(0, limits.maxSearchLength));
  };
  const pick = (id: string) => {
    const suggestion = suggestions.find((candidate) => String(candidate.id) === id);
    if (suggestion) onPick(suggestion);
    search('');
    setOpen(false);
  };

  return (
    <div>
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={pick}
        size="sm"
        {...(listWidth !== undefined && { width: listWidth })}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            {...field}
            label={label}
            placeholder={placeholder}
            aria-autocomplete="list"
            description={hint ? <output>{hint}</output> : undefined}
            // Beside the label, where it does not cover the list and causes no layout shift.
            classNames={{ root: classes['field'] ?? '', description: classes['hint'] ?? '' }}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={() => setOpen(false)}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('ui.suggestions')} className={classes['options'] ?? ''}>
            {suggestions.map(({ id, name, detail }) => (
              <Combobox.Option key={id} value={String(id)} className={classes['option'] ?? ''}>
                <span className={classes['name']}>
                  <ClampedText>{name}</ClampedText>
                </span>{' '}
                {detail !== undefined && <span className={classes['count']}>{detail}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {hasFailed && <SearchFailed onRetry={onRetry} />}
    </div>
  );
}
