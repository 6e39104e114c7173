import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { toastLimit } from '#web/ui/show-toast.ts';
import { type Box, freePosition, isFree } from './free-position.ts';
import classes from './toast-region.module.css';

const toastMs = 5_000;

const repeatMs = 150;
const regionSelector = '[data-toast-region]';
/** The library renders one for each corner; this is the one in use. */
const rootSelector = `${regionSelector}[data-position="bottom-right"]`;
const controlSelector =
  'a[href], button, input, select, textarea, summary, audio, [tabindex]:not([tabindex="-1"]), [role="button"]';

const isShown = ({ width, height, x, y }: Box): boolean =>
  width > 0 &&
  height > 0 &&
  x < window.innerWidth &&
  y < window.innerHeight &&
  x + width > 0 &&
  y + height > 0;

/** The controls that can be reached now: those of the open dialog, else those of the page. */
function findControls(): Box[] {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const scopes: ParentNode[] = dialogs.length > 0 ? [...dialogs] : [document];
  return scopes
    .flatMap((scope) => [...scope.querySelectorAll(controlSelector)])
    .filter((control) => control.closest(regionSelector) === null)
    .map((control) => control.getBoundingClientRect())
    .filter(isShown);
}

/** Toasts, where they cover no control; they move out of the way when one comes to lie beneath them. */
export function ToastRegion() {
  const { notifications } = useNotifications();
  const [position, setPosition] = useState<Box>();
  const count = notifications.length;

  useEffect(() => {
    if (count === 0) return undefined;
    const measure = () => {
      const root = document.querySelector<HTMLElement>(rootSelector);
      if (!root || root.offsetHeight === 0) return;
      const size = { width: root.offsetWidth, height: root.offsetHeight };
      const within = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const controls = findControls();
      setPosition((before) => {
        const current = before && { ...before, ...size };
        if (current && isFree(current, within, controls)) return before;
        return freePosition(size, within, controls);
      });
    };
    measure();
    const timer = setInterval(measure, repeatMs);
    return () => clearInterval(timer);
  }, [count]);

  return (
    <Notifications
      autoClose={toastMs}
      position="bottom-right"
      limit={toastLimit}
      data-toast-region
      className={classes['region'] ?? ''}
      {...(position && { style: { inset: 'auto', left: position.x, top: position.y } })}
    />
  );
}
