import { Anchor } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownCharacters } from '#web/core/lib/text-start.ts';
import classes from './name-list.module.css';
import { useListSettings } from './list-settings.ts';
import { ClampedText } from './user-text.tsx';

export interface NameListProps {
  readonly entries: readonly { readonly code: string; readonly name: string }[];
}

/** The maximum number of names shown initially. A compact row has one line. */
const initialCounts = { comfortable: 3, compact: 1 } as const;

/** Returns the number of names shown initially: at least one, limited by the length of a collapsed description. */
function countAtFirst(entries: NameListProps['entries'], maximum: number): number {
  let characters = 0;
  const first = entries.slice(0, maximum);
  const more = first.findIndex(({ name }) => (characters += name.length) > shownCharacters);
  return more === -1 ? first.length : Math.max(more, 1);
}

/** A list of names, of which only the first few are shown initially. Long lists scroll. */
export const NameList = memo(function NameList({ entries }: NameListProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { density } = useListSettings();
  const count = countAtFirst(entries, initialCounts[density]);
  return (
    <div className={classes['list']} data-open={isOpen}>
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
    </div>
  );
});
