const WAIT_MS = 8_000;

/** Returns the duration of an audio file in whole seconds; undefined if the browser cannot read it. */
export async function readAudioDuration(file: Blob): Promise<number | undefined> {
  const seconds = await readAudioSeconds(file);
  return seconds === undefined ? undefined : Math.round(seconds);
}

/** Returns the duration of an audio file in seconds with fractions; undefined if the browser cannot read it. */
export function readAudioSeconds(file: Blob): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  const audio = document.createElement('audio');
  return new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), WAIT_MS);
    const settle = (seconds: number | undefined) => {
      clearTimeout(timer);
      resolve(seconds);
    };
    audio.preload = 'metadata';
    audio.addEventListener('loadedmetadata', () =>
      settle(Number.isFinite(audio.duration) ? audio.duration : undefined),
    );
    audio.addEventListener('error', () => settle(undefined));
    audio.src = url;
  }).finally(() => {
    audio.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
