import type { Settings } from './settings.ts';

/** The name of the product. */
export const productNameOf = (settings: Pick<Settings, 'values'>): string => settings.values().product_name;

/** The address that people use, without a slash at the end; blank where it is not set. */
export const publicUrlOf = (settings: Pick<Settings, 'values'>): string =>
  settings.values().public_url.replace(/\/+$/, '');
