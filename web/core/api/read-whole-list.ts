import { z } from 'zod';
import type { Endpoint } from '#contract/core/define-resource';
import { type ApiClient, readData } from './client.ts';

/** Reads a list that has no pages. */
export const readWholeList =
  <Item>(endpoint: Endpoint, item: z.ZodType<Item>) =>
  async (client: ApiClient, signal: AbortSignal): Promise<Item[]> =>
    z.object({ items: z.array(item) }).parse(readData(await client.call({ ...endpoint, signal }))).items;
