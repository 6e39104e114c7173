import { type RefObject, useEffect } from 'react';

/**
 * Handles the arrow keys of a picker with columns. Up and Down move within a column and from the search box, Left and Right between
 * columns.
 */
export function useColumnKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    const box = () => element?.querySelector<HTMLElement>('input[type="search"]');
    const columns = () =>
      [...(element?.querySelectorAll('[data-column]') ?? [])].map((column) => [
        ...column.querySelectorAll<HTMLElement>('[data-option]'),
      ]);
    const target = (key: string, focusedElement: HTMLElement): HTMLElement | null | undefined => {
      const all = columns();
      if (focusedElement === box()) return key === 'ArrowDown' ? all[0]?.[0] : undefined;
      const index = all.findIndex((options) => options.includes(focusedElement));
      const options = all[index] ?? [];
      const row = options.indexOf(focusedElement);
      const beside = all[index + (key === 'ArrowRight' ? 1 : -1)];
      if (index < 0) return undefined;
      if (key === 'ArrowDown') return options[row + 1];
      if (key === 'ArrowUp') return options[row - 1] ?? (index === 0 ? box() : undefined);
      return beside?.find((option) => option.ariaPressed === 'true') ?? beside?.[0];
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !event.key.startsWith('Arrow') || !(event.target instanceof HTMLElement))
        return;
      if (event.target === box() && event.key !== 'ArrowDown') return;
      const next = target(event.key, event.target);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [frame]);
}
