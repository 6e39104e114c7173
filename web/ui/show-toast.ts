import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

/** The maximum number of toasts at once. */
export const toastLimit = 4;

/**
 * Shows a toast immediately and returns its ID. Removes the oldest ones above the limit: the library would queue the new toast, and no
 * toast closes while the pointer is on one.
 */
export function showToast(toast: NotificationData): string {
  const { notifications: visibleToasts, queue } = notificationsStore.getState();
  const oldestFirst = [...visibleToasts, ...queue];
  for (const { id } of oldestFirst.slice(0, Math.max(0, oldestFirst.length + 1 - toastLimit)))
    if (id !== undefined) notifications.hide(id);
  return notifications.show(toast);
}
