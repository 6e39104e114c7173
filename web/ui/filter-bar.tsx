import { Badge, Button, NativeSelect } from '@mantine/core';
import { IconFilter, IconFilterPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import classes from './filter-bar.module.css';
import { type FilterChip, FilterChips } from './filter-chips.tsx';
import { IconAction } from './icon-action.tsx';
import { ViewMenu } from './view-menu.tsx';

const FilterInput = createLazyComponent(async () => (await import('./filter-input.tsx')).FilterInput);

/** A filter with one value of a list of options, or with a typed value. */
export interface SelectFilter {
  readonly label: string;
  readonly value: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The type of a typed value. */
  readonly input?: 'text' | 'number' | 'date';
  readonly onChange: (value: string) => void;
  /** The value without which the list is not filtered. Default: blank. */
  readonly all?: string;
  readonly className?: string | undefined;
  /** True for a filter that wide screens show only on request, or while it is active. */
  readonly isRare?: true;
}

export interface FilterBarProps {
  readonly search: ReactNode;
  /** The filters. Those with another value than `all` are shown as chips, which remove them. */
  readonly filters?: readonly SelectFilter[];
  /** Further filters, which are rendered on request. Their values are in `chips`. */
  readonly pickers?: ReactNode;
  /** Further active filters, without a field. */
  readonly chips?: readonly FilterChip[];
  /** Buttons after the chips. */
  readonly chipActions?: ReactNode;
  /** Further fields and buttons. On a phone they are collapsed behind one button, with the filters. */
  readonly children?: ReactNode;
  /** The number on the button that expands the filters. Default: the number of active filters. */
  readonly active?: number;
  /** True if the row height of the list can be changed. */
  readonly hasRows?: boolean;
  /** Further entries of the view menu. */
  readonly viewEntries?: ReactNode;
}

const isActive = ({ value, all = '' }: SelectFilter): boolean => value !== all;

/** Returns the text of an option without the spaces that indent it. */
const nameOf = ({ value, options = [] }: SelectFilter): string =>
  options.find((option) => option.value === value)?.label.trim() ?? value;

/** The search box and filters above a list, with the view menu and the active filters. */
export function FilterBar(props: FilterBarProps) {
  const {
    search,
    filters = [],
    pickers,
    chips = [],
    chipActions,
    children,
    hasRows = true,
    viewEntries,
  } = props;
  const activeFilters = filters.filter(isActive);
  const { active = activeFilters.length } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [showsRare, setShowsRare] = useState(false);
  const hasRare = filters.some(({ isRare }) => isRare);
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  /** Phones collapse all filters behind one button instead. */
  const isHidden = (filter: SelectFilter) => filter.isRare === true && !showsRare && !isActive(filter);
  const hasMore = children !== undefined || filters.length > 0;
  return (
    <>
      <search ref={bar} aria-label={t('ui.filters')} className={classes['bar']}>
        <div className={classes['search']}>{search}</div>
        {hasMore && (
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
              {filters.map((filter) => {
                const className = `${filter.className ?? ''} ${isHidden(filter) ? classes['hidden'] : ''}`;
                return filter.options ? (
                  <NativeSelect
                    key={filter.label}
                    className={className}
                    aria-label={filter.label}
                    value={filter.value}
                    data={filter.options}
                    onChange={(event) => filter.onChange(event.currentTarget.value)}
                  />
                ) : (
                  (isOpen || !isHidden(filter)) && (
                    <FilterInput
                      key={filter.label}
                      className={filter.className ?? ''}
                      label={filter.label}
                      value={filter.value}
                      input={filter.input ?? 'text'}
                      onChange={filter.onChange}
                    />
                  )
                );
              })}
              {(isOpen || showsRare) && pickers}
              {hasRare && (
                <IconAction
                  className={classes['rare'] ?? ''}
                  label={t('ui.moreFilters')}
                  variant="default"
                  size="input-sm"
                  aria-expanded={showsRare}
                  icon={<IconFilterPlus size={18} stroke={1.7} />}
                  onClick={() => setShowsRare(!showsRare)}
                />
              )}
              {children}
            </div>
          </>
        )}
        <ViewMenu hasRows={hasRows}>{viewEntries}</ViewMenu>
      </search>
      <FilterChips
        chips={[
          ...activeFilters.map((filter) => ({
            label: t('ui.filterOf', { name: filter.label, value: nameOf(filter) }),
            onRemove: () => filter.onChange(filter.all ?? ''),
          })),
          ...chips,
        ]}
        focusAfter={() => bar.current?.querySelector<HTMLElement>('input')}
      >
        {chipActions}
      </FilterChips>
    </>
  );
}
