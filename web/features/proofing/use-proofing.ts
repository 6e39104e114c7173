import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { books, type Book } from '#contract/books/books';
import { pathOf } from '#contract/core/define-resource';
import { proofingEndpoints, type ProofingReport } from '#contract/proofing/proofing';
import { type ApiClient, readObject } from '#web/core/api/client.ts';
import { createResourceReader } from '#web/core/api/resource-reader.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { delay } from '#web/core/lib/delay.ts';

const REFETCH_MS = 3_000;

/** The report, and the book that the player plays. */
export interface Proofing {
  readonly book: Book;
  readonly report: ProofingReport;
}

const isChanging = ({ sync, files }: ProofingReport): boolean =>
  sync?.state === 'running' || files.some(({ state }) => state === 'waiting');

async function readReport(client: ApiClient, id: number, signal: AbortSignal): Promise<ProofingReport> {
  const { method } = proofingEndpoints.report;
  return readObject(await client.call({ method, path: pathOf(proofingEndpoints.report, id), signal }));
}

/** Reads the proofing report of a book, again every few seconds while a sync or an audio analysis is running. */
export function useProofing(id: number) {
  const { t } = useTranslation();
  const read = useCallback<Read<Proofing>>(
    async (client, signal, show) => {
      const [book, first] = await Promise.all([
        createResourceReader(client, books).get(id, { signal }),
        readReport(client, id, signal),
      ]);
      let report = first;
      while (isChanging(report) && !signal.aborted) {
        show({ book, report });
        await delay(REFETCH_MS, signal);
        if (!signal.aborted) report = await readReport(client, id, signal);
      }
      return { book, report };
    },
    [id],
  );
  return useRemoteRead(read, { attempted_action: t('proofing.loadFailed') });
}
