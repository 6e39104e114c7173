import { expect, it, vi } from 'vitest';
import { claimAudio } from '#web/core/lib/claim-audio.ts';
import { useFakeAudio } from '#web/testing/fake-audio.ts';
import { arrange } from './model/timeline.ts';
import { createPlayer } from './player.ts';

it('pauses all other audio when it starts, and is paused when other audio starts', () => {
  const audio = useFakeAudio();
  const file = { file: '/media/a.mp3', seconds: 60, silences: [], isWaiting: false };
  const player = createPlayer({
    timeline: () => arrange([{ ...file, peaksUrl: undefined, loudness: undefined, error: undefined }]),
    addressOf: (name) => name,
    onFailed: () => undefined,
  });
  const pauseOther = vi.fn<() => void>();
  claimAudio(pauseOther);
  player.play(5);
  expect([pauseOther.mock.calls.length, player.isPlaying.get(), audio().paused]).toEqual([1, true, false]);
  claimAudio(pauseOther);
  expect([player.isPlaying.get(), audio().paused]).toEqual([false, true]);
  player.close();
});
