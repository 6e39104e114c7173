import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './read-more.module.css';

export interface ReadMoreProps {
  readonly text: string;
  /** The beginning to show at first; undefined shows the whole without a toggle. */
  readonly start: string | undefined;
}

export function ReadMore({ text, start }: ReadMoreProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Text component="p" m={0} inherit dir="auto" className={classes['text'] ?? ''}>
      {start === undefined || isOpen ? text : `${start}… `}
      {start !== undefined && (
        <>
          {isOpen && ' '}
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
        </>
      )}
    </Text>
  );
}
