import { Button, Text } from '@mantine/core';
import { memo, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { pageCount, pagerPages } from '#web/core/lib/pager-pages.ts';
import classes from './pager.module.css';

export interface PagerProps {
  readonly page: number;
  /** Undefined while loading. No total is then shown. */
  readonly total: number | undefined;
  readonly onChange: (page: number) => void;
  readonly pageSize?: number;
  /** The accessible name of the landmark, since screens can have two pagers. */
  readonly label: string;
  /** True renders a single line without page numbers on a phone, since a full pager is below the list. */
  readonly isCompact?: boolean;
}

/** Previous, Next, page numbers with gaps, and the total. Memoized by its props. */
export const Pager = memo(function Pager(props: PagerProps) {
  const { page, total, onChange, pageSize = limits.pageSize, label, isCompact = false } = props;
  const { t } = useTranslation();
  const last = total === undefined ? page : pageCount(total, pageSize);
  const current = useRef<HTMLButtonElement>(null);
  const pressedButton = useRef<HTMLButtonElement>(undefined);
  // A button that becomes disabled loses the focus. The focus is restored unless another element received it.
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (
      pressedButton.current?.disabled &&
      (activeElement === pressedButton.current || activeElement === body)
    )
      current.current?.focus();
    pressedButton.current = undefined;
  });
  const step = (to: number, text: string) => (
    <Button
      variant="default"
      size="xs"
      disabled={to < 1 || to > last}
      onClick={({ currentTarget }) => {
        pressedButton.current = currentTarget;
        onChange(to);
      }}
    >
      {text}
    </Button>
  );
  return (
    <nav aria-label={label} className={classes['pager']} data-brief={isCompact}>
      <div className={classes['pages']}>
        {step(page - 1, t('ui.previous'))}
        {pagerPages(page, last).map((entry, index) =>
          entry === 'gap' ? (
            <span
              key={`gap-${index === 1 ? 'before' : 'after'}`}
              className={classes['gap']}
              aria-hidden="true"
            >
              …
            </span>
          ) : (
            <Button
              key={entry}
              variant={entry === page ? 'filled' : 'default'}
              size="xs"
              className={classes['number'] ?? ''}
              aria-label={t('ui.pageNumber', { page: entry })}
              {...(entry === page && { 'aria-current': 'page', ref: current })}
              onClick={() => entry !== page && onChange(entry)}
            >
              {entry}
            </Button>
          ),
        )}
        {step(page + 1, t('ui.next'))}
      </div>
      <Text size="sm" c="dimmed" className={classes['total'] ?? ''}>
        {total === undefined ? '' : t('ui.total', { count: total })}
      </Text>
    </nav>
  );
});
