import { createContext, use } from 'react';
import type { ApiClient } from './client.ts';

export const ApiContext = createContext<ApiClient | undefined>(undefined);

/** The client of the running application, for reads that no slice keeps. */
export function useApi(): ApiClient {
  const client = use(ApiContext);
  if (!client) throw new Error('ApiContext is missing above this component');
  return client;
}
