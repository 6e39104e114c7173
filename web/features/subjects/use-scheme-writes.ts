import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#contract/core/format-bytes';
import {
  type SubjectScheme,
  subjectScheme,
  subjectSchemeEndpoints,
  subjectSchemeLimits,
  subjectSchemeMessages,
} from '#contract/subjects/subject-schemes';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { countFormat } from '#web/core/lib/formats.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { readListFile } from './read-list-file.ts';

/** The server’s limit of a request. */
const MAX_BYTES = subjectSchemeLimits.maxListLength * 2;

interface SchemeWrite {
  readonly id: number;
  readonly isUpload: boolean;
}

/** Changes schemes one at a time. The error of an upload stays until the next one; other errors are shown for a moment. */
export function useSchemeWrites(onDone: () => void) {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const locale = useLocale();
  const [running, setRunning] = useState<SchemeWrite>();
  const [problem, setProblem] = useState<{ readonly id: number; readonly message: string }>();

  const run = async (write: SchemeWrite, attemptedAction: string, work: () => Promise<string>) => {
    if (running) return;
    setRunning(write);
    setProblem(undefined);
    try {
      toast('success', await work());
      onDone();
    } catch (error) {
      const { message, errors } = toApiErrorDetails(error, attemptedAction);
      // The message of the field names the line.
      if (write.isUpload) setProblem({ id: write.id, message: errors?.['text'] ?? message });
      else toast('error', message);
    }
    setRunning(undefined);
  };
  const send = async ({ id, version }: SubjectScheme, text: string): Promise<SubjectScheme> =>
    subjectScheme.parse(
      readData(await client.call({ ...subjectSchemeEndpoints.upload, json: { id, version, text } })),
    );

  return {
    running,
    problem,
    setListedOnly: ({ id, version }: SubjectScheme, isListedOnly: boolean) =>
      run({ id, isUpload: false }, t('subjects.updateFailed'), async () => {
        const json = { id, version, is_listed_only: isListedOnly };
        await client.call({ ...subjectSchemeEndpoints.update, json });
        return subjectSchemeMessages.updated;
      }),
    async upload(scheme: SubjectScheme, file: File) {
      const { id, name } = scheme;
      if (file.size > MAX_BYTES) {
        setProblem({ id, message: t('subjects.tooLarge', { size: formatBytes(MAX_BYTES) }) });
        return;
      }
      await run({ id, isUpload: true }, t('subjects.uploadFailed'), async () => {
        const { code_count: count } = await send(scheme, await readListFile(file));
        return t('subjects.uploaded', { name, count, amount: countFormat(locale).format(count) });
      });
    },
    removeList: (scheme: SubjectScheme) =>
      run({ id: scheme.id, isUpload: true }, t('subjects.uploadFailed'), async () => {
        await send(scheme, '');
        return t('subjects.removed');
      }),
    remove: ({ id }: SubjectScheme) =>
      run({ id, isUpload: false }, t('subjects.deleteFailed'), async () => {
        const { method } = subjectSchemeEndpoints.remove;
        await client.call({ method, path: pathOf(subjectSchemeEndpoints.remove, id) });
        return subjectSchemeMessages.deleted;
      }),
  };
}
