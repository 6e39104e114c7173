import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { ApiError, toApiErrorDetails } from '#web/core/api/api-error.ts';
import type { ProposalChanges } from '#web/core/api/imports-api.ts';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import { createProposalSaver } from './proposal-saver.ts';
import { type ProposalValues, toValues } from './proposal-values.ts';

const proposal = fakeProposal(1);
const values = toValues(proposal);
const valuesNamed = (name: string): ProposalValues => ({ ...values, fields: { ...values.fields, name } });
const send = vi.fn<(changes: ProposalChanges) => Promise<ImportProposal>>();
const storeUnsaved = vi.fn<(unsavedValues: unknown) => void>();
const create = () =>
  createProposalSaver({
    proposal,
    send,
    storeUnsaved,
    toApiErrorDetails: (error) => toApiErrorDetails(error, 'Failed'),
    delay: 100,
  });
const storedProposal = (version: number) => ({ ...proposal, version });

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  storeUnsaved.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

it('saves the differences shortly after the last change', async () => {
  send.mockResolvedValue(storedProposal(2));
  const saver = create();
  saver.want(valuesNamed('A'));
  await vi.advanceTimersByTimeAsync(99);
  saver.want(valuesNamed('Ab'));
  await vi.advanceTimersByTimeAsync(99);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls).toEqual([[{ fields: { name: 'Ab' }, version: 1 }]]);
  expect(saver.isDirty()).toBe(false);
});

it('sends nothing for a reverted change', async () => {
  const saver = create();
  saver.want(valuesNamed('A'));
  saver.want({ ...values });
  await vi.runAllTimersAsync();
  expect(send).not.toHaveBeenCalled();
});

it('saves one request at a time, each with the version of the previous response', async () => {
  const first = Promise.withResolvers<ImportProposal>();
  send.mockReturnValueOnce(first.promise).mockResolvedValueOnce(storedProposal(3));
  const saver = create();
  saver.want(valuesNamed('A'));
  await vi.advanceTimersByTimeAsync(100);
  saver.want(valuesNamed('B'));
  const flush = saver.flush();
  await vi.advanceTimersByTimeAsync(1000);
  expect(send).toHaveBeenCalledTimes(1);
  first.resolve(storedProposal(2));
  expect(await flush).toBe(true);
  expect(send.mock.calls[1]).toEqual([{ fields: { name: 'B' }, version: 2 }]);
  expect(saver.getState().stored.version).toBe(3);
});

it('stores unsaved values after an error, and retries after the next change', async () => {
  send
    .mockRejectedValueOnce(new ApiError({ kind: 'network', status: 0 }))
    .mockResolvedValueOnce(storedProposal(2));
  const saver = create();
  saver.want(valuesNamed('A'));
  expect(await saver.flush()).toBe(false);
  expect(storeUnsaved).toHaveBeenLastCalledWith({ values: valuesNamed('A'), version: 1 });
  saver.want(valuesNamed('Ab'));
  await vi.advanceTimersByTimeAsync(100);
  expect(saver.getState().apiError).toBeUndefined();
  expect(storeUnsaved).toHaveBeenLastCalledWith(undefined);
});

it('does not save after a conflict until the stored proposal is loaded', async () => {
  send.mockRejectedValueOnce(new ApiError({ kind: 'http', status: 409 }));
  const saver = create();
  saver.want(valuesNamed('A'));
  await saver.flush();
  saver.want(valuesNamed('Ab'));
  expect(await saver.flush()).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
  saver.replace(storedProposal(5));
  expect(saver.getState()).toMatchObject({ apiError: undefined, stored: { version: 5 } });
  send.mockResolvedValueOnce(storedProposal(6));
  saver.want(valuesNamed('B'));
  expect(await saver.flush()).toBe(true);
  expect(send.mock.calls[1]).toEqual([{ fields: { name: 'B' }, version: 5 }]);
});
