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
 * Reads again what the signed-in user may do, after the server refused what the screen had offered. Several refusals at once ask
 * once; what fails leaves things as they are, and the next refusal asks again.
 * @param onChanged the screens offer something else since
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
