import { act, screen, waitFor } from '@testing-library/react';
import { useCallback, useEffect, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '#web/core/api/api-error.ts';
import { expectConsole } from '#web/testing/console-guard.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { type RemoteRead, useRemoteRead } from './use-remote-read.ts';

interface Query {
  readonly signal: AbortSignal;
  readonly show: (text: string) => void;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

let requests: Record<string, Query[]>;
let remote: RemoteRead<string>;
let setQuestion: (confirmation: string | undefined) => void;

function Probe() {
  const [confirmation, set] = useState<string>();
  const read = useCallback(
    (_client: unknown, signal: AbortSignal, show: (text: string) => void) =>
      new Promise<string>((resolve, reject) => {
        if (confirmation !== undefined)
          (requests[confirmation] ??= []).push({ signal, show, resolve, reject });
      }),
    [confirmation],
  );
  const remoteRead = useRemoteRead(confirmation === undefined ? undefined : read, {
    attempted_action: 'Failed to look',
  });
  useEffect(() => {
    remote = remoteRead;
    setQuestion = set;
  }, [remoteRead]);
  return (
    <output>
      {remoteRead.isReading
        ? `${remoteRead.value ?? ''}...`
        : (remoteRead.value ?? remoteRead.apiError?.message)}
    </output>
  );
}

function open() {
  const { store } = renderScreen(<Probe />);
  return {
    store,
    read: (confirmation: string | undefined) => act(() => setQuestion(confirmation)),
    last: (question: string): Query => requests[question]?.at(-1) as Query,
    shows: (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text)),
  };
}

beforeEach(() => {
  requests = {};
});

it('sends no request without a read function', async () => {
  const { shows, read, last } = open();
  await shows('');
  read('a');
  last('a').resolve('A');
  await shows('A');
  read(undefined);
  await shows('');
  expect(remote.isReading).toBe(false);
  read('a');
  await shows('...');
  last('a').resolve('A again');
  await shows('A again');
});

it('shows a partial result while the rest is loading', async () => {
  const { read, last, shows } = open();
  read('a');
  await shows('...');
  act(() => last('a').show('half'));
  await shows('half...');
  expect(remote).toMatchObject({ value: 'half', isReading: true });
  last('a').resolve('whole');
  await shows('whole');
  // The effect that sets it runs after the text is rendered.
  await waitFor(() => expect(remote).toMatchObject({ value: 'whole', isReading: false }));
});

it('aborts a read for a newer one, and ignores its late response', async () => {
  const { read, last, shows } = open();
  read('a');
  read('b');
  expect(last('a').signal.aborted).toBe(true);
  last('b').resolve('B');
  await shows('B');
  await act(async () => {
    last('a').show('early A');
    last('a').resolve('late A');
    await Promise.resolve();
  });
  await shows('B');
});

it('records an error, and reads again on retry', async () => {
  expectConsole('Failed to look');
  const { read, last, shows, store } = open();
  read('a');
  last('a').reject(new ApiError({ kind: 'http', status: 500, serverMessage: 'Out of order' }));
  await shows('Out of order');
  expect(console.error).toHaveBeenCalled();
  expect(store.getState().notifications.entries).toMatchObject([
    { outcome: 'failure', attempted_action: 'Failed to look', message: 'Out of order' },
  ]);
  act(() => remote.retry());
  await shows('...');
  last('a').reject(new ApiError({ kind: 'network', status: 0 }));
  await shows('Failed to look');
  act(() => remote.retry());
  last('a').resolve('A');
  await shows('A');
});
