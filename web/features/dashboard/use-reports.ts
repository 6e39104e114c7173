import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportEndpoints } from '#contract/reports';
import { isAborted } from '../../api/api-error.ts';
import { useApi } from '../../api/api-context.ts';
import { readData } from '../../api/client.ts';
import { activityNoted } from '../../store/activity-slice.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import {
  type AuthorRow,
  type LanguageRow,
  type LongestRow,
  toAuthors,
  toLanguages,
  toLongest,
} from './report-rows.ts';

/** `undefined`: the report could not be had. `longest` is null while the catalogue is empty. */
export interface Reports {
  readonly longest: LongestRow | null | undefined;
  readonly languages: LanguageRow[] | undefined;
  readonly authors: AuthorRow[] | undefined;
}

/** The three reports; undefined until each has come or failed. A failure is logged and noted, and otherwise silent. */
export function useReports(): Reports | undefined {
  const api = useApi();
  const dispatch = useAppDispatch();
  const { t } = useTranslation();
  const [reports, setReports] = useState<Reports>();

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const read = async <Report>(
      name: keyof typeof reportEndpoints,
      convert: (data: unknown) => Report,
    ): Promise<Report | undefined> => {
      try {
        return convert(readData(await api.call({ ...reportEndpoints[name], signal })));
      } catch (error) {
        if (isAborted(error)) return undefined;
        const message = t(`dashboard.${name}Failed`);
        console.error(message, error);
        dispatch(activityNoted({ outcome: 'failure', message, subject: undefined }));
        return undefined;
      }
    };
    void Promise.all([
      read('longestBook', toLongest),
      read('averageReadingTime', toLanguages),
      read('mostProlificAuthors', toAuthors),
    ]).then(([longest, languages, authors]) => {
      if (!signal.aborted) setReports({ longest, languages, authors });
    });
    return () => controller.abort();
  }, [api, dispatch, t]);

  return reports;
}
