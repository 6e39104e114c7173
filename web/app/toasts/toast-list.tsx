import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { setToastLibrary, toastLimit } from '#web/ui/show-toast.ts';
import classes from './toast-region.module.css';

const toastMs = 5_000;

setToastLibrary({ notifications, notificationsStore });

/** Toasts at one fixed position: centered, above the buttons of dialogs and the pager. */
export function ToastList() {
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
