import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
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

interface ScreenChange {
  /** The element that had the focus when the address changed. */
  readonly focused: Element | null;
}

/** Returns a function that takes the change of screen whose new screen was not rendered yet. */
export function useScreenChange(): () => ScreenChange | undefined {
  const { pathname, state } = useLocation();
  const last = useRef(isArrival(state) ? undefined : pathname);
  const change = useRef<ScreenChange>(undefined);
  // Layout effects run before the effect of `FocusOnChange`, also if the screen is rendered at once.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    change.current = { focused: document.activeElement };
  }, [pathname]);
  return useCallback(() => {
    const lastChange = change.current;
    change.current = undefined;
    return lastChange;
  }, []);
}

/** Controls that keep the focus: fields, and everything in dialogs and menus. */
const focusKeepers =
  'input, textarea, select, [role="dialog"], [role="dialog"] *, [role="menu"], [role="menu"] *';

interface FocusOnChangeProps {
  readonly main: RefObject<HTMLElement | null>;
  readonly takeChange: ReturnType<typeof useScreenChange>;
}

/**
 * Scrolls to the top and focuses the heading after a change of screen. It is rendered after the screen, so the heading exists. The first
 * screen keeps the focus set by the browser. A field, dialog or menu that the user opened while the screen was loading keeps the focus.
 */
export function FocusOnChange({ main, takeChange }: FocusOnChangeProps): null {
  // Renders this component again after a change of screen.
  useLocation();
  useEffect(() => {
    const change = takeChange();
    if (!change) return;
    window.scrollTo(0, 0);
    const focusedElement = document.activeElement;
    if (focusedElement !== change.focused && focusedElement?.matches(focusKeepers)) return;
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  });
  return null;
}
