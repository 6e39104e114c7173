type Pause = () => void;

const CHANNEL = 'lectern-audio';

let pausePlaying: Pause | undefined;
let otherTabs: BroadcastChannel | undefined;

/** Returns the channel to the other tabs. Audio that starts in another tab pauses the audio of this one. */
function openChannel(): BroadcastChannel {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', pauseAudio);
  return channel;
}

/** Pauses the audio that plays in this tab. */
export function pauseAudio(): void {
  pausePlaying?.();
  pausePlaying = undefined;
}

/**
 * Pauses all other audio of the product, also in other tabs. Called when audio starts.
 * @param pause pauses this audio when other audio starts; the same function on each call
 */
export function claimAudio(pause: Pause): void {
  if (pausePlaying !== pause) pausePlaying?.();
  pausePlaying = pause;
  otherTabs ??= openChannel();
  otherTabs.postMessage('playing');
}

/** Called when the audio of `pause` is removed. */
export function releaseAudio(pause: Pause): void {
  if (pausePlaying === pause) pausePlaying = undefined;
}
