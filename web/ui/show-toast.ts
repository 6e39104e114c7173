import type { NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { endFirstLoad } from '#web/core/lib/first-load.ts';

/** The maximum number of toasts at once. */
export const toastLimit = 4;

/** The toasts of the library. */
export interface ToastLibrary {
  readonly notifications: typeof notifications;
  readonly notificationsStore: typeof notificationsStore;
}

let library: ToastLibrary | undefined;
let queue: ((library: ToastLibrary) => void)[] = [];
let lastId = 0;

/** Shows the toasts of the first load, and those after it. */
export function setToastLibrary(loadedLibrary: ToastLibrary): void {
  library = loadedLibrary;
  for (const act of queue) act(loadedLibrary);
  queue = [];
}

/** Calls `act` when the library is loaded. */
function withLibrary(act: (library: ToastLibrary) => void): void {
  if (library) act(library);
  else {
    queue.push(act);
    endFirstLoad();
  }
}

/**
 * Shows a toast and returns its ID. Removes the oldest ones above the limit: the library would queue the new toast, and no toast closes
 * while the pointer is on one.
 */
export function showToast(toast: NotificationData): string {
  const id = toast.id ?? `toast-${(lastId += 1)}`;
  withLibrary(({ notifications: toasts, notificationsStore: store }) => {
    const { notifications: visibleToasts, queue: laterToasts } = store.getState();
    const oldestFirst = [...visibleToasts, ...laterToasts];
    for (const { id: oldId } of oldestFirst.slice(0, Math.max(0, oldestFirst.length + 1 - toastLimit)))
      if (oldId !== undefined) toasts.hide(oldId);
    toasts.show({ ...toast, id });
  });
  return id;
}

export const hideToast = (id: string): void => withLibrary(({ notifications: toasts }) => toasts.hide(id));

export const hideAllToasts = (): void => withLibrary(({ notifications: toasts }) => toasts.clean());
