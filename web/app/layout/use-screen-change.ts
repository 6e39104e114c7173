import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { findScreen } from '../screens.ts';

/** Sets the document title by path, for the screens inside the layout. */
export function useScreenTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const screen = findScreen(pathname);
  useDocumentTitle(screen && t(`${screen.name}.heading`));
}

const isArrival = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasJustSignedIn' in state;

/** Returns the element that had the focus at the last change of screen. It is called outside the Suspense boundary of the screen. */
export function useFocusBeforeChange(): RefObject<Element | null> {
  const { pathname } = useLocation();
  const element = useRef<Element>(null);
  useEffect(() => {
    element.current = document.activeElement;
  }, [pathname]);
  return element;
}

interface FocusOnChangeProps {
  readonly main: RefObject<HTMLElement | null>;
  readonly focusBefore: RefObject<Element | null>;
}

/**
 * Scrolls to the top and focuses the heading after a change of screen. It is in the same Suspense boundary as the screen, so the effect
 * runs after the screen is rendered. The first screen keeps the focus set by the browser. A field that the user selected while the
 * screen was loading keeps the focus.
 */
export function FocusOnChange({ main, focusBefore }: FocusOnChangeProps): null {
  const { pathname, state } = useLocation();
  const last = useRef(isArrival(state) ? undefined : pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && focused !== focusBefore.current) return;
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname, main, focusBefore]);
  return null;
}
