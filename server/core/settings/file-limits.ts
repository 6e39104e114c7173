import type { Settings } from './settings.ts';

/** How large files may be, in bytes, as it is set at the moment of asking. */
export const fileLimits = (settings: Pick<Settings, 'values'>) => ({
  get image(): number {
    return settings.values().max_image_bytes;
  },
  get audio(): number {
    return settings.values().max_audio_bytes;
  },
});
