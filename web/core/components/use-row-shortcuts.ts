import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { usedInAnchor } from '#web/core/lib/record-address.ts';
import { hasOpenDialog, useScreenShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import type { RecordList } from './record-page/list-context.ts';

/** Marks the rows of a list for keyboard navigation, and the buttons that keys press. */
const rowSelector = '[data-row]';
type RowAction = 'edit' | 'open' | 'delete';

const buttonOf = (row: Element | null | undefined, action: RowAction) =>
  row?.querySelector<HTMLElement>(`[data-row-action="${action}"]`) ?? undefined;

const focusedRow = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>(rowSelector) ?? undefined;

/** Returns true if the element is the search box of the screen, not one in a dialog. */
const isScreenSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.type === 'search' &&
  target.closest('main search') !== null &&
  target.closest('[role="dialog"]') === null;

function press(row: Element | null | undefined, ...actions: readonly RowAction[]): boolean {
  const button = actions.map((action) => buttonOf(row, action)).find((candidate) => candidate !== undefined);
  button?.click();
  return button !== undefined;
}

/**
 * Handles the keyboard shortcuts of a list. Arrow keys move between rows. `e`, Enter and Delete press the buttons of the focused row, and `u` opens the
 * section "Used in" of its record. `/` focuses the search box of the screen. Enter there opens the first result if the list matches the
 * typed text.
 */
export function useRowShortcuts(
  frame: RefObject<HTMLElement | null>,
  { isFetching, recordList }: { readonly isFetching: boolean; readonly recordList: RecordList },
): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
  const walk = (step: 1 | -1) => {
    const all = rows();
    const current = focusedRow();
    const index = current ? all.indexOf(current) : -1;
    const next = index < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[index + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return all.length > 0;
  };
  const ofFocused =
    (...actions: readonly RowAction[]) =>
    () => {
      const row = focusedRow();
      return row !== undefined && frame.current?.contains(row) === true && press(row, ...actions);
    };
  const openUsedIn = () => {
    const link = focusedRow()?.querySelector<HTMLAnchorElement>('a[data-used-in]');
    if (!link) return false;
    void navigate(link.pathname + usedInAnchor, { state: { recordList } });
    return true;
  };
  useScreenShortcuts([
    {
      key: '/',
      label: t('keys.search'),
      run: () => {
        const box = document.querySelector<HTMLInputElement>('main search input[type="search"]');
        box?.focus();
        box?.select();
        return box !== null;
      },
    },
    { key: 'ArrowDown', label: t('keys.walk'), run: () => walk(1) },
    { key: 'ArrowUp', run: () => walk(-1) },
    {
      key: 'Enter',
      label: t('keys.open'),
      // If a button of the row has the focus, Enter presses the button.
      run: () => document.activeElement?.matches(rowSelector) === true && ofFocused('edit', 'open')(),
    },
    { key: 'e', label: t('keys.edit'), run: ofFocused('edit') },
    { key: 'u', label: t('keys.usedIn'), run: openUsedIn },
    { key: 'Delete', label: t('keys.delete'), run: ofFocused('delete') },
  ]);

  const [parameters] = useSearchParams();
  const search = isFetching ? undefined : parameters.get('search')?.trim();
  const onSearchKey = useEffectEvent((event: KeyboardEvent, text: string) => {
    const row = frame.current?.querySelector<HTMLElement>(rowSelector);
    if (event.key === 'ArrowDown') row?.focus();
    // If the text differs from the results, the box handles Enter and searches.
    else if (text === '' || text !== search || !press(row, 'edit', 'open')) return;
    event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isScreenSearch(event.target) || hasOpenDialog()) return;
      if (event.key === 'Enter' || event.key === 'ArrowDown') onSearchKey(event, event.target.value.trim());
    };
    // The capture phase runs before the box, so Enter applies to the visible results.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
