import { useState } from 'react';
import { useT } from './use-t.ts';
import classes from './read-more.module.css';

export interface ReadMoreProps {
  readonly text: string;
  /** The start that is shown initially; undefined shows the whole text without a toggle. */
  readonly start: string | undefined;
}

/** Plain elements, since a list can have a thousand of them. */
export function ReadMore({ text, start }: ReadMoreProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <p dir="auto" className={classes['text']} data-open={isOpen}>
      <span>{start === undefined || isOpen ? text : `${start}… `}</span>
      {start !== undefined && (
        <>
          {isOpen && ' '}
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'ui.showLess' : 'ui.readMore')}
          </button>
        </>
      )}
    </p>
  );
}
