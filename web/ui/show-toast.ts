import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';

/** The maximum number of toasts at once. */
export const toastLimit = 4;

/**
 * Shows a toast at once and returns its id. The oldest give way to it: the library would keep the newest back until another
 * closes, and none closes by itself while the pointer rests on one.
 */
export function showToast(toast: NotificationData): string {
  const { notifications: visibleToasts, queue } = notificationsStore.getState();
  const oldestFirst = [...visibleToasts, ...queue];
  for (const { id } of oldestFirst.slice(0, Math.max(0, oldestFirst.length + 1 - toastLimit)))
    if (id !== undefined) notifications.hide(id);
  return notifications.show(toast);
}
