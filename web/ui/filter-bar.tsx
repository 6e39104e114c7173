import { Badge, Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';
import { ViewMenu } from './view-menu.tsx';

export interface FilterBarProps {
  readonly search: ReactNode;
  /** The selects and their reset button. On a phone they are collapsed behind one button. */
  readonly children?: ReactNode;
  /** The number of selects that filter or sort the list. */
  readonly active?: number;
  /** True if the row height of the list can be changed. */
  readonly hasRows?: boolean;
  /** Further entries of the view menu. */
  readonly viewEntries?: ReactNode;
}

/** The search box and selects above a list, with the view menu. */
export function FilterBar({ search, children, active = 0, hasRows = true, viewEntries }: FilterBarProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search aria-label={t('ui.filters')} className={classes['bar']}>
      <div className={classes['search']}>{search}</div>
      {children !== undefined && (
        <>
          <Button
            variant="default"
            className={classes['toggle'] ?? ''}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={active === 0 ? t('ui.filters') : t('ui.filtersActive', { count: active })}
            leftSection={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
            rightSection={active > 0 && <Badge circle>{active}</Badge>}
            onClick={() => setOpen(!isOpen)}
          >
            {t('ui.filters')}
          </Button>
          <div id={id} className={classes['more']} data-open={isOpen}>
            {children}
          </div>
        </>
      )}
      <ViewMenu hasRows={hasRows}>{viewEntries}</ViewMenu>
    </search>
  );
}
