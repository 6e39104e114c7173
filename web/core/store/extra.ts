import type { ApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ApiClient } from '#web/core/api/client.ts';
import type { WithActiveRelease } from './active-release.slice.ts';
import type { SessionStorage } from './session-storage.ts';

/** The dependencies of thunks. */
export interface StoreExtra {
  readonly client: ApiClient;
  readonly sessions: SessionStorage;
}

export interface ThunkConfig {
  state: WithActiveRelease;
  extra: StoreExtra;
  /** Rejections contain the error as data. Its `message` can be displayed. */
  rejectValue: ApiErrorDetails;
}
