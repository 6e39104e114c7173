import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { searchDelayMs } from '#web/core/lib/search-delay.ts';

export interface SearchBoxProps {
  /** The current search. A new value from outside replaces the text in the box. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly placeholder: string;
  /** Its name where several boxes stand on one screen. Default: the placeholder. */
  readonly label?: string;
  readonly debounceMs?: number;
  readonly className?: string | undefined;
  /** Takes the focus when its dialog opens. */
  readonly takesFocus?: boolean;
  /** Escape in the empty box. Without it, Escape is for what the box stands in. */
  readonly onEscape?: () => void;
  /** A button in place of the picture at its beginning: how the search is meant. */
  readonly manner?: ReactNode;
  /** Called on Enter with the text of the box, which is searched for by then or already was. */
  readonly onEnter?: (text: string) => void;
}

/** Searches after a pause in typing, at once on Enter, on Clear and when the box is emptied by Escape. */
export function SearchBox({
  value,
  onSearch,
  placeholder,
  label = placeholder,
  debounceMs = searchDelayMs,
  className,
  takesFocus,
  onEscape,
  onEnter,
  manner,
}: SearchBoxProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== text.trim()) setText(value);
  }

  const searchNow = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() !== value) onSearch(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // The text may have been replaced meanwhile.
      if (input.current?.value === next) searchNow(next);
    }, debounceMs);
  };
  const clear = () => {
    setText('');
    searchNow('');
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      className={className ?? ''}
      placeholder={placeholder}
      aria-label={label}
      value={text}
      maxLength={limits.maxSearchLength}
      data-autofocus={takesFocus}
      // A dialog listens before the box does.
      data-mantine-stop-propagation={text !== '' || onEscape !== undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        // With Ctrl or Cmd it saves the form.
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
          // The form it may stand in is not what is meant.
          event.preventDefault();
          searchNow(text);
          onEnter?.(text.trim());
        }
        if (event.key !== 'Escape') return;
        if (text === '') return onEscape?.();
        event.stopPropagation();
        clear();
      }}
      {...(manner !== undefined && {
        leftSectionPointerEvents: 'all' as const,
        leftSectionWidth: 'max(2.5rem, calc(var(--lectern-target) + 0.5rem))',
      })}
      leftSection={manner ?? <IconSearch size={16} stroke={1.7} aria-hidden="true" />}
      rightSection={text === '' ? null : <CloseButton size="sm" aria-label={t('ui.clear')} onClick={clear} />}
    />
  );
}
