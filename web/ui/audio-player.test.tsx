import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { claimAudio } from '#web/core/lib/claim-audio.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { AudioPlayer } from './audio-player.tsx';

it('pauses all other audio when it starts, and is paused when other audio starts', () => {
  renderScreen(<AudioPlayer src="/media/a.mp3" label="A" />);
  const audio = document.querySelector('audio') as HTMLAudioElement;
  const pause = vi.spyOn(audio, 'pause').mockReturnValue(undefined);
  const pauseOther = vi.fn<() => void>();
  claimAudio(pauseOther);
  fireEvent.play(audio);
  expect([pauseOther.mock.calls.length, pause.mock.calls.length]).toEqual([1, 0]);
  claimAudio(pauseOther);
  expect(pause).toHaveBeenCalledTimes(1);
});
