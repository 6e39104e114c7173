import type { Settings } from './settings.ts';

/** Returns the name of the product. */
export const productNameOf = (settings: Pick<Settings, 'values'>): string => settings.values().product_name;

/** Returns the public address of the product without a trailing slash. Blank if it is not configured. */
export const publicUrlOf = (settings: Pick<Settings, 'values'>): string =>
  settings.values().public_url.replace(/\/+$/, '');
