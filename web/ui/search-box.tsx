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
  /** The accessible name, for screens with several search boxes. Default: the placeholder. */
  readonly label?: string;
  readonly debounceMs?: number;
  readonly className?: string | undefined;
  /** True focuses the box when its dialog opens. */
  readonly takesFocus?: boolean;
  /** Called on Escape in the empty box. Without it, Escape is passed on to the container. */
  readonly onEscape?: () => void;
  /** A button instead of the icon at the start that changes the search mode. */
  readonly searchMode?: ReactNode;
  /** Called on Enter with the text of the box, after the search for it was started. */
  readonly onEnter?: (text: string) => void;
}

/** Searches after a pause in typing, and immediately on Enter, on Clear, and when Escape empties the box. */
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
  searchMode,
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
      // The text may have been replaced during the delay.
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
      // A dialog would otherwise handle the key before the box.
      data-mantine-stop-propagation={text !== '' || onEscape !== undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Ctrl+Enter and Cmd+Enter save the form.
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
          // Enter would otherwise submit the surrounding form.
          event.preventDefault();
          searchNow(text);
          onEnter?.(text.trim());
        }
        if (event.key !== 'Escape') return;
        if (text === '') return onEscape?.();
        event.stopPropagation();
        clear();
      }}
      {...(searchMode !== undefined && {
        leftSectionPointerEvents: 'all' as const,
        leftSectionWidth: 'max(2.5rem, calc(var(--lectern-target) + 0.5rem))',
      })}
      leftSection={searchMode ?? <IconSearch size={16} stroke={1.7} aria-hidden="true" />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" iconSize={16} aria-label={t('ui.clear')} onClick={clear} />
        )
      }
    />
  );
}
