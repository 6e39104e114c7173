import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { matchingPosition, type Pane } from './scroll-map.ts';

/** The time in milliseconds in which a block is scrolled into view. The other pane does not follow during this time. */
const jumpMs = 700;

type Side = 'editor' | 'preview';

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns the element that scrolls the blocks: their pane in a wide dialog, otherwise the document. */
function scrollerOf(form: HTMLElement): Element | null {
  const pane = form.querySelector('[data-pane]');
  return pane && getComputedStyle(pane).overflowY === 'auto' ? pane : document.scrollingElement;
}

/** Scrolls an element into view in its scroller. Unlike `scrollIntoView`, it does not scroll the page around the scroller. */
function scrollInside(scroller: Element, element: Element, behavior: ScrollBehavior): void {
  const [frame, rect] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()];
  const [above, below] = [rect.top - frame.top, rect.bottom - frame.bottom];
  const top = above < 0 || rect.height > frame.height ? above : Math.max(0, below);
  if (top !== 0) scroller.scrollBy({ top, behavior });
}

/**
 * Scrolls the blocks of a form and the screen of the preview together. Only the pane that the user last pointed at, scrolled or used by
 * keyboard moves the other one, so neither follows its own movement. Returns a function that scrolls to a block.
 */
export function useScrollSync(
  formRef: RefObject<HTMLFormElement | null>,
  screenRef: RefObject<HTMLElement | null>,
) {
  const pausedUntil = useRef(0);
  useEffect(() => {
    const form = formRef.current;
    if (!form) return undefined;
    let driver: Side = 'editor';
    const sideOf = (target: EventTarget | null): Side =>
      target instanceof Node && screenRef.current?.contains(target) === true ? 'preview' : 'editor';
    const use = ({ type, target }: Event) => {
      driver = sideOf(target);
      if (type === 'wheel' || type === 'touchmove') pausedUntil.current = 0;
    };
    const follow = ({ target }: Event) => {
      const screen = screenRef.current;
      const scroller = scrollerOf(form);
      if (!screen || !scroller || performance.now() < pausedUntil.current) return;
      const editor: Pane<Element> = { scroller, blocks: [...form.querySelectorAll('[data-block]')] };
      const preview: Pane<Element> = {
        scroller: screen,
        blocks: [...screen.querySelectorAll('[data-preview-block]')],
      };
      const scrolledElement = target === document ? document.scrollingElement : target;
      const [source, other] = driver === 'editor' ? [editor, preview] : [preview, editor];
      if (scrolledElement !== source.scroller) return;
      const top = matchingPosition(source, other);
      if (top !== undefined) other.scroller.scrollTo({ top, behavior: 'instant' });
    };
    const inputs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'wheel', 'touchmove'];
    const options = { capture: true, passive: true };
    for (const name of inputs) document.addEventListener(name, use, options);
    document.addEventListener('scroll', follow, options);
    return () => {
      for (const name of inputs) document.removeEventListener(name, use, options);
      document.removeEventListener('scroll', follow, options);
    };
  }, [formRef, screenRef]);

  return useCallback(
    (side: Side, element: Element | null | undefined) => {
      pausedUntil.current = performance.now() + jumpMs;
      const behavior = prefersReducedMotion() ? 'instant' : 'smooth';
      if (side === 'editor') element?.scrollIntoView({ block: 'start', behavior });
      else if (element && screenRef.current) scrollInside(screenRef.current, element, behavior);
    },
    [screenRef],
  );
}
