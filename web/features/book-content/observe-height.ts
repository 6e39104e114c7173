import { observeElementRect, type Rect, type Virtualizer } from '@tanstack/react-virtual';

/** How large a list is; one that has no size yet, or is not laid out at all, counts as large as it was thought to be. */
export function observeHeight<List extends Element>(
  virtualizer: Virtualizer<List, Element>,
  notify: (rect: Rect) => void,
): (() => void) | undefined {
  return observeElementRect(virtualizer, (rect) => {
    if (rect.height > 0) notify(rect);
  });
}
