import { Anchor } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownCharacters } from '#web/core/lib/text-start.ts';
import classes from './name-list.module.css';
import { ClampedText } from './user-text.tsx';

export interface NameListProps {
  readonly entries: readonly { readonly code: string; readonly name: string }[];
}

const INITIAL_COUNT = 3;

/** Returns the number of names shown initially: at least one, limited by the length of a collapsed description. */
function countAtFirst(entries: NameListProps['entries']): number {
  let characters = 0;
  const first = entries.slice(0, INITIAL_COUNT);
  const more = first.findIndex(({ name }) => (characters += name.length) > shownCharacters);
  return more === -1 ? first.length : Math.max(more, 1);
}

/** A list of names, of which only the first few are shown initially. Long lists scroll. */
export const NameList = memo(function NameList({ entries }: NameListProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = countAtFirst(entries);
  return (
    <>
      {/* Makes the scrollable content accessible by keyboard. */}
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
