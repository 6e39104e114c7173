import { useState } from 'react';
import { readAudioDuration } from '#web/core/lib/audio-file.ts';

/** Returns the duration in seconds of the chosen file after it was read; never that of another file. */
export function useAudioLength(chosenFile: File | undefined) {
  const [measured, setMeasured] = useState<{ file: File; seconds: number }>();
  return {
    seconds: measured && measured.file === chosenFile ? measured.seconds : undefined,
    /** Resolves to the duration; undefined if it cannot be read. */
    async read(file: File): Promise<number | undefined> {
      const seconds = await readAudioDuration(file);
      if (seconds !== undefined) setMeasured({ file, seconds });
      return seconds;
    },
  };
}
