import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { toastLimit } from '#web/ui/show-toast.ts';
import classes from './toast-region.module.css';

const toastMs = 5_000;

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

/** Toasts at one fixed position: centered, above the buttons of dialogs and the pager. */
export function ToastRegion() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === focusKey && focusNewest()) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Notifications
      autoClose={toastMs}
      position="bottom-center"
      limit={toastLimit}
      data-toast-region
      className={classes['region'] ?? ''}
    />
  );
}
