import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreenKeys } from '../lib/screen-keys.ts';

/** Marks what can be walked to in a list, and in it the buttons that keys press. */
const rowSelector = '[data-row]';
type RowAction = 'edit' | 'open' | 'delete';

const buttonOf = (row: Element | null | undefined, action: RowAction) =>
  row?.querySelector<HTMLElement>(`[data-row-action="${action}"]`) ?? undefined;

const focusedRow = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>(rowSelector) ?? undefined;

/** Whether it is the search box of the screen, which may not be one in a dialog. */
const isScreenSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.type === 'search' &&
  target.closest('main search') !== null &&
  target.closest('[role="dialog"]') === null;

function press(row: Element | null | undefined, ...actions: readonly RowAction[]): boolean {
  const button = actions.map((action) => buttonOf(row, action)).find((found) => found !== undefined);
  button?.click();
  return button !== undefined;
}

/**
 * The keys of a list: arrows walk its rows, `e`, Enter and Delete press the buttons of the row that has the focus, `/` goes to
 * the search of the screen. Enter there opens the first hit, once the list shows what was searched for.
 */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  { isFetching }: { readonly isFetching: boolean },
): void {
  const { t } = useTranslation();
  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
  const walk = (step: 1 | -1) => {
    const all = rows();
    const current = focusedRow();
    const at = current ? all.indexOf(current) : -1;
    const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step];
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
  useScreenKeys([
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
      // On a button of the row, Enter is for the button.
      run: () => document.activeElement?.matches(rowSelector) === true && ofFocused('edit', 'open')(),
    },
    { key: 'e', label: t('keys.edit'), run: ofFocused('edit') },
    { key: 'Delete', label: t('keys.delete'), run: ofFocused('delete') },
  ]);

  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isScreenSearch(event.target)) return;
      if (event.key === 'Enter' && !event.isComposing) setWanted(event.target.value.trim());
      // Whoever goes on typing did not mean what is on its way.
      else setWanted(undefined);
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      frame.current?.querySelector<HTMLElement>(rowSelector)?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame]);
  useEffect(() => {
    if (wanted === undefined || isFetching) return;
    // oxlint-disable-next-line react/set-state-in-effect -- it was asked for once and is done once
    setWanted(undefined);
    if (wanted !== '') press(frame.current?.querySelector(rowSelector), 'edit', 'open');
  }, [wanted, isFetching, frame]);
}
