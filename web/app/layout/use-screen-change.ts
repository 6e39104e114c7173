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

/**
 * Scrolls to the top and focuses the heading after a change of screen. It is in the same Suspense boundary as the screen, so the effect
 * runs after the screen is rendered. The first screen keeps the focus set by the browser.
 */
export function FocusOnChange({ main }: { readonly main: RefObject<HTMLElement | null> }): null {
  const { pathname, state } = useLocation();
  const last = useRef(isArrival(state) ? undefined : pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
  return null;
}
