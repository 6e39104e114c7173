import type { Settings } from './settings.ts';

/** Returns the maximum file sizes in bytes from the current settings. */
export const fileLimits = (settings: Pick<Settings, 'values'>) => ({
  get image(): number {
    return settings.values().max_image_bytes;
  },
  get audio(): number {
    return settings.values().max_audio_bytes;
  },
});
