import { useState } from 'react';
import { readAudioDuration } from '#web/core/lib/audio-file.ts';

/** The length in seconds of the chosen file, once it has been read; never that of another one. */
export function useAudioLength(chosen: File | undefined) {
  const [measured, setMeasured] = useState<{ file: File; seconds: number }>();
  return {
    seconds: measured && measured.file === chosen ? measured.seconds : undefined,
    /** Resolves to the length, or to undefined where it cannot be read. */
    async read(file: File): Promise<number | undefined> {
      const seconds = await readAudioDuration(file);
      if (seconds !== undefined) setMeasured({ file, seconds });
      return seconds;
    },
  };
}
