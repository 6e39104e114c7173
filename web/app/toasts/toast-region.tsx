import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { toastLimit } from '#web/ui/show-toast.ts';
import { type Box, freePlace, isFree } from './free-place.ts';
import classes from './toast-region.module.css';

const toastMs = 5_000;

const lookAgainMs = 150;
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
  const [place, setPlace] = useState<Box>();
  const count = notifications.length;

  useEffect(() => {
    if (count === 0) return undefined;
    const look = () => {
      const root = document.querySelector<HTMLElement>(rootSelector);
      if (!root || root.offsetHeight === 0) return;
      const size = { width: root.offsetWidth, height: root.offsetHeight };
      const within = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const controls = findControls();
      setPlace((before) => {
        const current = before && { ...before, ...size };
        if (current && isFree(current, within, controls)) return before;
        return freePlace(size, within, controls);
      });
    };
    look();
    const timer = setInterval(look, lookAgainMs);
    return () => clearInterval(timer);
  }, [count]);

  return (
    <Notifications
      autoClose={toastMs}
      position="bottom-right"
      limit={toastLimit}
      data-toast-region
      className={classes['region'] ?? ''}
      {...(place && { style: { inset: 'auto', left: place.x, top: place.y } })}
    />
  );
}
