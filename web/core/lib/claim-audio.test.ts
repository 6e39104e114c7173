import { expect, it, vi } from 'vitest';
import { claimAudio, pauseAudio, releaseAudio } from './claim-audio.ts';

const audio = () => vi.fn<() => void>();

it('pauses the audio that plays when other audio starts, but not the audio itself', () => {
  const [first, second] = [audio(), audio()];
  claimAudio(first);
  claimAudio(first);
  expect(first).not.toHaveBeenCalled();
  claimAudio(second);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  pauseAudio();
  expect(second).toHaveBeenCalledTimes(1);
});

it('does not pause audio that was removed', () => {
  const removedAudio = audio();
  claimAudio(removedAudio);
  releaseAudio(removedAudio);
  claimAudio(audio());
  expect(removedAudio).not.toHaveBeenCalled();
});

it('pauses the audio when audio starts in another tab', async () => {
  const first = audio();
  claimAudio(first);
  const otherTab = new BroadcastChannel('lectern-audio');
  otherTab.postMessage('playing');
  await vi.waitFor(() => expect(first).toHaveBeenCalledTimes(1));
  otherTab.close();
});
