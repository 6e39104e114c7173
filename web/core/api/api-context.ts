import { createContext, use } from 'react';
import type { ApiClient } from './client.ts';

export const ApiContext = createContext<ApiClient | undefined>(undefined);

/** Returns the API client, for reads whose results no slice stores. */
export function useApi(): ApiClient {
  const client = use(ApiContext);
  if (!client) throw new Error('ApiContext is missing above this component');
  return client;
}
