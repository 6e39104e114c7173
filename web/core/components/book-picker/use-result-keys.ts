import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Marks the control of each result. */
export const optionSelector = '[data-option]';

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

/**
 * Handles the keys of a picker. Arrow keys move from the search box to the results and between them. Enter selects the focused result
 * and moves to the next one, so the picker stays open. Typed text continues in the search box, and Escape returns to it.
 * @param frame contains the search box, and the results marked with `data-option`
 * @param onPick called with the index of the result
 */
export function useResultKeys(frame: RefObject<HTMLElement | null>, onPick: (index: number) => void): void {
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    const element = frame.current;
    const optionsIn = () => [...(element?.querySelectorAll<HTMLElement>(optionSelector) ?? [])];
    const box = () => element?.querySelector<HTMLInputElement>('input[type="search"]');
    const onOption = (event: KeyboardEvent, index: number): boolean => {
      const options = optionsIn();
      if (event.key === 'ArrowDown') options[index + 1]?.focus();
      else if (event.key === 'ArrowUp') (options[index - 1] ?? box())?.focus();
      else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
        pick(index);
        options[index + 1]?.focus();
      } else if (event.key === 'Escape') box()?.focus();
      else if (isTyped(event)) {
        box()?.focus();
        box()?.select();
        return false;
      } else return false;
      return true;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !(event.target instanceof HTMLElement)) return;
      const index = optionsIn().indexOf(event.target);
      const isDownFromBox = event.target === box() && event.key === 'ArrowDown';
      if (isDownFromBox) optionsIn()[0]?.focus();
      else if (index < 0 || !onOption(event, index)) return;
      event.preventDefault();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [frame]);
}
