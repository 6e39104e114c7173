import { observeElementRect, type Rect, type Virtualizer } from '@tanstack/react-virtual';

/** Observes the size of a list. A list without layout uses the estimated size. */
export function observeHeight<List extends Element>(
  virtualizer: Virtualizer<List, Element>,
  notify: (rect: Rect) => void,
): (() => void) | undefined {
  return observeElementRect(virtualizer, (rect) => {
    if (rect.height > 0) notify(rect);
  });
}
