import { type Core, defineFeature } from '#server/app/feature';
import { createNotificationsLog, deleteOldNotifications } from './notifications.service.ts';
import { notificationsRoutes } from './notifications.routes.ts';

/** Notifications of accounts. */
export function createNotificationsFeature({ database }: Core) {
  return defineFeature({
    name: 'notifications',
    routes: () => notificationsRoutes(createNotificationsLog(database)),
    cleanUp: () => deleteOldNotifications(database),
  });
}
