import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { findScreen } from '../screens.ts';

/** The document's title by path, for the screens inside the layout. */
export function useScreenTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const screen = findScreen(pathname);
  useDocumentTitle(screen && t(`${screen.name}.heading`));
}

const isArrival = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasJustSignedIn' in state;

/**
 * Rendered beside a screen inside the same Suspense boundary, so that its effect runs once the screen stands: scrolls up and
 * hands focus to the heading. The first screen of a visit keeps focus where the browser put it.
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
