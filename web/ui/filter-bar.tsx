import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-bar.module.css';

/** The search box and the selects above a list. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <search aria-label={t('ui.filters')} className={classes['bar']}>
      {children}
    </search>
  );
}
