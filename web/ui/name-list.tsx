import { Anchor } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownCharacters } from '#web/core/lib/text-start.ts';
import classes from './name-list.module.css';
import { ClampedText } from './user-text.tsx';

export interface NameListProps {
  readonly entries: readonly { readonly code: string; readonly name: string }[];
}

const MOST_AT_FIRST = 3;

/** The number of names shown at first: at least one, at most as long as a description may be. */
function countAtFirst(entries: NameListProps['entries']): number {
  let characters = 0;
  const first = entries.slice(0, MOST_AT_FIRST);
  const more = first.findIndex(({ name }) => (characters += name.length) > shownCharacters);
  return more === -1 ? first.length : Math.max(more, 1);
}

/** Names one below the other, the first few at first. Thousands of them scroll in a place of their own. */
export const NameList = memo(function NameList({ entries }: NameListProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = countAtFirst(entries);
  return (
    <>
      {/* Scrollable content can be reached by keyboard. */}
      <ul className={classes['names']} data-open={isOpen} {...(isOpen && { tabIndex: 0 })}>
        {(isOpen ? entries : entries.slice(0, count)).map(({ code, name }) => (
          <li key={code}>
            <ClampedText>{name}</ClampedText>
          </li>
        ))}
      </ul>
      {count < entries.length && (
        <Anchor
          component="button"
          type="button"
          inherit
          className={classes['toggle'] ?? ''}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'ui.showLess' : 'ui.readMore')}
        </Anchor>
      )}
    </>
  );
});
