import { TextInput } from '@mantine/core';
import { IconCommand, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { limits } from '#contract/core/limits';
import { booksAddress, booksPath } from '#web/core/lib/books-address.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './top-bar.module.css';

export interface TopSearchProps {
  /** Given where the button of the palette has room in the box only. */
  readonly onOpenCommandMenu?: () => void;
}

/** Opens Books with the text in all languages and every other filter cleared: who searches from here means the catalogue. */
export function TopSearch({ onOpenCommandMenu }: TopSearchProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const search = text.trim();
    void navigate(search === '' ? booksPath : booksAddress({ search, language: '' }));
  };
  return (
    <search className={classes['search']}>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          size="sm"
          maxLength={limits.maxSearchLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('layout.searchPlaceholder')}
          aria-label={t('layout.searchLabel')}
          {...(onOpenCommandMenu
            ? {
                rightSectionWidth: 'var(--lectern-target)',
                rightSection: (
                  <IconAction
                    color="gray"
                    label={t('keys.openPalette')}
                    tooltip={t('keys.palette')}
                    icon={<IconCommand size={18} stroke={1.7} />}
                    onClick={onOpenCommandMenu}
                  />
                ),
              }
            : { leftSection: <IconSearch size={16} stroke={1.8} /> })}
        />
      </form>
    </search>
  );
}
