import { z } from 'zod';

/** What the server tells the page it serves, in a `<meta name="lectern-settings">`; every key has a default. */
export const settings = z.object({
  product_name: z.string().catch('Lectern'),
  provider_name: z.string().catch('Lectern'),
  docs_url: z.string().catch(''),
  support_url: z.string().catch(''),
  max_image_bytes: z.int().catch(10 * 1024 * 1024),
  max_audio_bytes: z.int().catch(2 * 1024 * 1024 * 1024),
});
export type Settings = z.infer<typeof settings>;
