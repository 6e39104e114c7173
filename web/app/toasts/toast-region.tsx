import { createElement, useEffect, useState } from 'react';
import { afterFirstLoad } from '#web/core/lib/first-load.ts';
import { createIdleCode, useOptionalCode } from '#web/core/lib/lazy-component.tsx';

const code = createIdleCode(async () => (await import('./toast-list.tsx')).ToastList);

/** The shortcut that focuses the newest toast. */
const focusKey = 'F8';

/**
 * Focuses the first button of the newest toast.
 * @returns true if there is one
 */
function focusNewest(): boolean {
  const toasts = document.querySelectorAll('[data-toast-region] [role="alert"]');
  const button = [...toasts].at(-1)?.querySelector<HTMLElement>('button, a[href]');
  button?.focus();
  return button !== undefined && button !== null;
}

/** The toasts of the page. They are rendered after the first load, or for the first toast. */
export function ToastRegion() {
  const [isNeeded, setNeeded] = useState(false);
  const ToastList = useOptionalCode(code, isNeeded);
  useEffect(() => void afterFirstLoad().then(() => setNeeded(true)), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === focusKey && focusNewest()) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return ToastList && createElement(ToastList);
}
