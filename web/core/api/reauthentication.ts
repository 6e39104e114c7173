import type { ErrorCode } from '#contract/core/error-codes';
import { ApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';

export const reauthenticationRequired: ErrorCode = 'permission.reauthentication_required';

/** The state of the reauthentication dialog. Concurrent requests share one prompt. */
export interface ReauthenticationPrompt {
  /** @returns true if the user confirmed their identity */
  request(): Promise<boolean>;
  respond(isConfirmed: boolean): void;
  isOpen(): boolean;
  subscribe(listener: () => void): () => void;
}

export function createReauthenticationPrompt(): ReauthenticationPrompt {
  const listeners = new Set<() => void>();
  let pendingConfirmation: PromiseWithResolvers<boolean> | undefined;
  const change = (next: typeof pendingConfirmation) => {
    pendingConfirmation = next;
    listeners.forEach((listener) => listener());
  };
  return {
    request() {
      const request = pendingConfirmation ?? Promise.withResolvers<boolean>();
      if (!pendingConfirmation) change(request);
      return request.promise;
    },
    respond(isConfirmed) {
      const request = pendingConfirmation;
      change(undefined);
      request?.resolve(isConfirmed);
    },
    isOpen: () => pendingConfirmation !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The prompt of this page. */
export const reauthenticationPrompt = createReauthenticationPrompt();

/** Repeats a request that the server rejected without a recent reauthentication, after the user confirmed their identity. */
export function withReauthentication(
  client: ApiClient,
  prompt: Pick<ReauthenticationPrompt, 'request'>,
): ApiClient {
  async function repeat<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (error) {
      const isRequired = error instanceof ApiError && error.code === reauthenticationRequired;
      if (!isRequired || !(await prompt.request())) throw error;
      return call();
    }
  }
  return {
    ...client,
    call: (call) => repeat(() => client.call(call)),
    download: (file) => repeat(() => client.download(file)),
  };
}
