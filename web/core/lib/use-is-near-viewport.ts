import { type RefObject, useEffect, useState } from 'react';

/** About a screen in each direction. */
const MARGIN = '800px 0px';

/** True from the moment when an element is near the viewport. `isNear`: the initial value. */
export function useIsNearViewport(element: RefObject<Element | null>, isNearViewport = false): boolean {
  const [wasNear, setNear] = useState(isNearViewport);
  useEffect(() => {
    if (wasNear || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      // The first is for the page, the second for what scrolls in it.
      { rootMargin: MARGIN, scrollMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, wasNear]);
  return wasNear;
}
