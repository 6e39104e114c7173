import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportEndpoints } from '#contract/reports/reports';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import { type Read, type RemoteRead, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import {
  type AuthorRow,
  type LanguageRow,
  type LongestRow,
  toAuthors,
  toLanguages,
  toLongest,
} from './report-rows.ts';

const reportOf =
  <Report>(name: keyof typeof reportEndpoints, convert: (data: unknown) => Report): Read<Report> =>
  async (client: ApiClient, signal: AbortSignal) =>
    convert(readData(await client.call({ ...reportEndpoints[name], signal })));

const readLongest = reportOf('longestBook', toLongest);
const readLanguages = reportOf('averageReadingTime', toLanguages);
const readAuthors = reportOf('mostProlificAuthors', toAuthors);

export interface Reports {
  /** The value is null while the catalogue is empty. */
  readonly longest: RemoteRead<LongestRow | null>;
  readonly languages: RemoteRead<LanguageRow[]>;
  readonly authors: RemoteRead<AuthorRow[]>;
  /** True until each report was read or failed for the first time. */
  readonly isFirstRead: boolean;
}

/** Reads the three reports. An error is recorded under Recent activity and shown only in the card, which can retry. */
export function useReports(): Reports {
  const { t } = useTranslation();
  const longest = useRemoteRead(readLongest, { attempted_action: t('dashboard.longestBookFailed') });
  const languages = useRemoteRead(readLanguages, {
    attempted_action: t('dashboard.averageReadingTimeFailed'),
  });
  const authors = useRemoteRead(readAuthors, { attempted_action: t('dashboard.mostProlificAuthorsFailed') });
  const [haveLoaded, setHaveLoaded] = useState(false);
  const areReading = longest.isReading || languages.isReading || authors.isReading;
  if (!haveLoaded && !areReading) setHaveLoaded(true);
  return { longest, languages, authors, isFirstRead: !haveLoaded && areReading };
}
