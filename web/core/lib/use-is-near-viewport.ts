import { type RefObject, useEffect, useState } from 'react';

/** About one screen in each direction. */
const MARGIN = '800px 0px';

/**
 * Returns true once an element was near the viewport.
 * @param isNearViewport the initial value
 */
export function useIsNearViewport(element: RefObject<Element | null>, isNearViewport = false): boolean {
  const [isNear, setNear] = useState(isNearViewport);
  useEffect(() => {
    if (isNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      // `rootMargin` applies to the page, `scrollMargin` to scroll containers in it.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
