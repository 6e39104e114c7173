import { authEndpoints } from '#contract/auth/auth';
import type { ApiClient } from '#web/core/api/client.ts';
import { readData } from '#web/core/api/client.ts';
import { readUser } from '#web/core/api/read-session.ts';
import { permissionsChanged } from './auth.slice.ts';
import { selectPermissions } from './permissions.ts';
import type { SessionStorage } from './session-storage.ts';
import type { AppStore } from './store.ts';

const listOf = (store: AppStore): string => [...selectPermissions(store.getState())].toSorted().join();

/**
 * Returns a function that reads the permissions again after the server rejected an action that was offered. Concurrent calls send one
 * request. If it fails, the permissions are kept, and the next rejection sends it again.
 * @param onChanged called after the permissions changed
 */
export function createPermissionsRefresh(
  client: Pick<ApiClient, 'call'>,
  sessions: SessionStorage,
  onChanged: () => void,
): (store: AppStore) => Promise<void> {
  let isRunning = false;
  return async (store) => {
    const token = sessions.read()?.token;
    if (isRunning || token === undefined) return;
    isRunning = true;
    try {
      const user = readUser(readData(await client.call(authEndpoints.me)));
      if (!user || sessions.read()?.token !== token) return;
      const before = listOf(store);
      sessions.writeUser(user);
      store.dispatch(permissionsChanged(user));
      if (listOf(store) !== before) onChanged();
    } catch (error) {
      console.error('GET /user/me', error);
    } finally {
      isRunning = false;
    }
  };
}
