const WAIT_MS = 8_000;

/** Whole seconds of a chosen audio file, as the browser reads them; undefined when it cannot. */
export async function readAudioDuration(file: Blob): Promise<number | undefined> {
  const seconds = await readAudioSeconds(file);
  return seconds === undefined ? undefined : Math.round(seconds);
}

/** The same with fractions. */
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
