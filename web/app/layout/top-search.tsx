import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { limits } from '#contract/core/limits';
import { booksAddress, booksPath } from '#web/core/lib/books-address.ts';
import { onOpenCommandMenu } from '#web/core/lib/command-menu.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { KeyNames } from '#web/ui/key-name.tsx';
import type { CommandActions } from './command-entries.ts';
import classes from './top-bar.module.css';

const loadCommandMenu = () => import('./command-menu.tsx');
const CommandMenu = createLazyComponent(async () => (await loadCommandMenu()).CommandMenu);
/** Loads the command menu before it is opened. After an error it is loaded when it is opened. */
export const prefetchCommandMenu = () => void loadCommandMenu().catch(() => undefined);

/**
 * The search field and the command menu. Enter with a plain text searches the whole catalogue: it opens Books in all languages, without
 * other filters.
 */
export function TopSearch(actions: CommandActions) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const { mode, open, close, leave } = useMenuMode(field);
  const isOpen = mode !== 'closed';
  const searchBooks = () => {
    const search = text.trim();
    close();
    void navigate(search === '' ? booksPath : booksAddress({ search, language: '' }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    searchBooks();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // The browser would clear the text on Escape.
      event.preventDefault();
      leave();
    } else if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      open('search');
    }
  };
  return (
    <search
      className={classes['search']}
      data-open={isOpen || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <form onSubmit={submit}>
        <TextInput
          ref={field}
          type="search"
          size="sm"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot contain images and groups
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-keyshortcuts="Control+K Meta+K"
          autoComplete="off"
          maxLength={limits.maxSearchLength}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (!isOpen) open('search');
          }}
          onClick={() => {
            if (!isOpen) open('search');
          }}
          onKeyDown={onKeyDown}
          onPointerEnter={prefetchCommandMenu}
          onFocus={prefetchCommandMenu}
          placeholder={t('layout.searchPlaceholder')}
          aria-label={t('layout.searchLabel')}
          leftSection={<IconSearch size={16} stroke={1.8} />}
          rightSectionWidth="auto"
          rightSection={
            <span className={classes['keys']} aria-hidden="true">
              <KeyNames keys={['mod', 'K']} />
            </span>
          }
        />
      </form>
      {isOpen && (
        <div className={classes['results']}>
          <CommandMenu
            {...actions}
            listId={listId}
            text={text}
            isCommand={mode === 'command'}
            field={field}
            activeId={activeId}
            onActive={setActiveId}
            onSearchBooks={searchBooks}
            onDone={() => {
              setText('');
              close();
            }}
          />
        </div>
      )}
    </search>
  );
}

type Mode = 'closed' | 'search' | 'command';

/** Opens the menu from the field, or for a command from anywhere, and restores the focus when it closes. */
function useMenuMode(field: { readonly current: HTMLInputElement | null }) {
  const [mode, setMode] = useState<Mode>('closed');
  const origin = useRef<Element>(null);
  useEffect(
    () =>
      onOpenCommandMenu(() => {
        origin.current = document.activeElement;
        setMode('command');
        field.current?.focus();
        field.current?.select();
      }),
    [field],
  );
  const close = () => setMode('closed');
  const leave = () => {
    close();
    if (mode !== 'command' || origin.current === field.current) return;
    if (origin.current instanceof HTMLElement && origin.current !== document.body) origin.current.focus();
    else field.current?.blur();
  };
  return { mode, open: setMode, close, leave };
}
