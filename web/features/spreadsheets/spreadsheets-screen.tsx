import '@mantine/core/styles/Progress.layer.css';
import {
  Alert,
  Button,
  FileInput,
  Group,
  Loader,
  NativeSelect,
  Progress,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatBytes } from '#contract/core/format-bytes';
import { isInProgress } from '#contract/jobs/jobs';
import { type ResourceName, recordTypes, resourceNames } from '#contract/core/record-types';
import {
  MAX_SPREADSHEET_BYTES,
  type SpreadsheetImport,
  type SpreadsheetPreview,
  type StartedSpreadsheet,
  permissionToImport,
  templatePath,
} from '#contract/spreadsheets/spreadsheets';
import { BackLink } from '#web/core/components/back-link.tsx';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { createSpreadsheetApi } from '#web/core/api/spreadsheet-api.ts';
import { useAppDispatch, useAppSelector } from '#web/core/store/hooks.ts';
import { jobReceived, selectJobs } from '#web/core/store/jobs.slice.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { spreadsheetKindOf } from '#web/core/lib/spreadsheet-kind.ts';
import { useHasPermission } from '#web/core/components/use-permission.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { useReleaseName, useSubmitLabel } from '#web/core/components/release/use-release.ts';
import { useDownload } from '#web/core/components/use-download.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import classes from './spreadsheets.module.css';
import { Errors, SpreadsheetPreviewView } from './spreadsheet-preview.tsx';
import { percentFormat } from '#web/core/lib/formats.ts';

/** The background job: an import, or its undo. */
interface Run {
  readonly id: number;
  readonly jobId: number;
  readonly isUndo: boolean;
}

interface FinishedJob {
  readonly spreadsheet: SpreadsheetImport;
  readonly isUndo: boolean;
}

interface PreviewedFile {
  readonly preview: SpreadsheetPreview;
  readonly file: File;
}

/** The import of a spreadsheet: the file, a preview, and the job. */
export function SpreadsheetsScreen() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const kind = spreadsheetKindOf(parameters);
  return (
    <>
      <BackLink to={`/${kind}`}>{t(`spreadsheets.kinds.${kind}`)}</BackLink>
      <Title order={1} mb="md">
        {t('spreadsheets.heading')}
      </Title>
      <Spreadsheet
        key={kind}
        kind={kind}
        onKind={(nextKind) => setParameters({ kind: nextKind }, { replace: true })}
      />
    </>
  );
}

function Spreadsheet({
  kind,
  onKind,
}: {
  readonly kind: ResourceName;
  readonly onKind: (kind: string) => void;
}) {
  const { t } = useTranslation();
  const api = createSpreadsheetApi(useApi());
  const dispatch = useAppDispatch();
  const download = useDownload();
  const may = useHasPermission()(permissionToImport(kind));
  const { byId } = useAppSelector(selectJobs);
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile>();
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [problem, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [run, setRun] = useState<Run>();
  const [ended, setEnded] = useState<FinishedJob>();
  const reading = useRef<AbortController>(undefined);
  const release = useReleaseName();
  const submitLabel = useSubmitLabel();
  const format = percentFormat(useLocale());
  const job = run && byId[run.jobId];

  const fail = (error: unknown, attempted_action: string) => {
    const apiError = toApiErrorDetails(error, attempted_action);
    recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
    setError(apiError.message);
  };

  const read = async (file: File | null) => {
    reading.current?.abort();
    setPreviewedFile(undefined);
    setEnded(undefined);
    setError(undefined);
    setSkipped(new Set());
    setReading(false);
    if (!file) return;
    if (file.size > MAX_SPREADSHEET_BYTES) {
      setError(t('spreadsheets.tooLarge', { size: formatBytes(MAX_SPREADSHEET_BYTES) }));
      return;
    }
    const controller = new AbortController();
    reading.current = controller;
    setReading(true);
    try {
      const preview = await api.preview(kind, file, controller.signal);
      if (!controller.signal.aborted) setPreviewedFile({ preview, file });
    } catch (error) {
      if (!controller.signal.aborted) fail(error, t('spreadsheets.previewFailed'));
    }
    if (!controller.signal.aborted) setReading(false);
  };

  const begin = async (isUndo: boolean, start: () => Promise<StartedSpreadsheet>) => {
    if (isStarting) return;
    setStarting(true);
    setError(undefined);
    try {
      const startedJob = await start();
      setRun({ id: startedJob.id, jobId: startedJob.job.id, isUndo });
      setEnded(undefined);
      dispatch(jobReceived(startedJob.job));
    } catch (error) {
      fail(error, t(isUndo ? 'spreadsheets.undoFailed' : 'spreadsheets.applyFailed'));
    }
    setStarting(false);
  };
  const apply = async () => {
    const id = previewedFile?.preview.id;
    if (id !== null && id !== undefined) await begin(false, () => api.apply(id, [...skipped]));
  };

  const finish = useEffectEvent(async ({ id, isUndo }: Run, reason: string | null) => {
    setRun(undefined);
    setPreviewedFile(undefined);
    if (reason !== null) setError(t(isUndo ? 'spreadsheets.notUndone' : 'spreadsheets.failed', { reason }));
    try {
      setEnded({ spreadsheet: await api.get(id), isUndo });
    } catch (error) {
      fail(error, t(isUndo ? 'spreadsheets.undoFailed' : 'spreadsheets.applyFailed'));
    }
  });
  useEffect(() => {
    if (run && job && !isInProgress(job.state))
      void finish(run, job.state === 'done' ? null : (job.error ?? job.state));
  }, [run, job]);
  useEffect(() => () => reading.current?.abort(), []);

  const count = previewedFile
    ? previewedFile.preview.created + previewedFile.preview.changed - skipped.size
    : 0;
  return (
    <Stack gap="md" maw={900}>
      <FormAlert messages={problem === undefined ? [] : [problem]} />
      <NativeSelect
        label={t('spreadsheets.kind')}
        value={kind}
        disabled={run !== undefined}
        onChange={({ currentTarget: { value } }) => onKind(value)}
        data={resourceNames.map((name) => ({
          value: name as string,
          label: t(`spreadsheets.kinds.${name}`),
        }))}
      />
      <Text>{t(recordTypes[kind].key === 'code' ? 'spreadsheets.intro' : 'spreadsheets.introById')}</Text>
      <Group gap="xs">
        {(['csv', 'xlsx'] as const).map((as) => (
          <Button
            key={as}
            variant="default"
            onClick={() => void download(templatePath(kind), { as }, `${kind}-template.${as}`)}
          >
            {t(as === 'csv' ? 'spreadsheets.templateCsv' : 'spreadsheets.templateXlsx')}
          </Button>
        ))}
      </Group>
      {may ? (
        <FileInput
          label={t('spreadsheets.file')}
          placeholder={t('spreadsheets.choose')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          leftSection={<IconFileSpreadsheet size={18} stroke={1.7} aria-hidden="true" />}
          disabled={run !== undefined}
          onChange={(file) => void read(file)}
        />
      ) : (
        <Alert color="gray">{t('spreadsheets.noPermission')}</Alert>
      )}
      {isReading && (
        <Group gap="xs">
          <Loader size="sm" aria-hidden />
          <output>{t('spreadsheets.planning')}</output>
        </Group>
      )}
      {previewedFile && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (count > 0) void apply();
          }}
        >
          <SpreadsheetPreviewView
            preview={previewedFile.preview}
            skipped={skipped}
            onSkip={(line, isSkipped) =>
              setSkipped((before) => {
                const next = new Set(before);
                if (isSkipped) next.add(line);
                else next.delete(line);
                return next;
              })
            }
          />
          {previewedFile.preview.id !== null && !run && (
            <div className={classes['foot']} data-sticks="bottom">
              <Button type="submit" disabled={count === 0} aria-busy={isStarting}>
                {isStarting
                  ? t('spreadsheets.starting')
                  : (submitLabel ?? t('spreadsheets.apply', { count }))}
              </Button>
            </div>
          )}
        </form>
      )}
      {run && job && (
        <div>
          <Text component="output">
            {t(run.isUndo ? 'spreadsheets.undoing' : 'spreadsheets.running', {
              percent: format.format(job.progress),
            })}
          </Text>
          <Progress value={job.progress * 100} aria-label={t('spreadsheets.heading')} />
        </div>
      )}
      {ended && (
        <ImportResult
          ended={ended}
          isStarting={isStarting}
          release={release}
          onUndo={() => void begin(true, () => api.undo(ended.spreadsheet.id, release !== undefined))}
        />
      )}
    </Stack>
  );
}

/** The result of an import, with an Undo button; or the result of its undo. */
function ImportResult({
  ended: { spreadsheet, isUndo },
  isStarting,
  release,
  onUndo,
}: {
  readonly ended: FinishedJob;
  /** The name of the release into which it was saved; undefined for the live catalogue. */
  readonly release: string | undefined;
  readonly isStarting: boolean;
  readonly onUndo: () => void;
}) {
  const { t } = useTranslation();
  const { created, changed, failed, failures, is_undoable } = spreadsheet;
  const title = t(isUndo ? 'spreadsheets.undone' : 'spreadsheets.ended');
  const summary = isUndo
    ? [t('spreadsheets.undoneRows', { count: changed })]
    : [
        t('spreadsheets.endedCreated', { count: created }),
        t('spreadsheets.endedChanged', { count: changed }),
      ];
  const rejectedText = t(isUndo ? 'spreadsheets.undoRejected' : 'spreadsheets.endedFailed', {
    count: failed,
  });
  return (
    <section aria-label={title}>
      <Alert color={failed > 0 ? 'orange' : 'green'} title={title}>
        <Text size="sm">{[...summary, ...(failed > 0 ? [rejectedText] : [])].join(' · ')}</Text>
        {release !== undefined && !isUndo && <Text size="sm">{t('release.saved', { name: release })}</Text>}
        {is_undoable && !isUndo && (
          <Button size="xs" variant="default" mt="xs" aria-busy={isStarting} onClick={onUndo}>
            {t('spreadsheets.undo')}
          </Button>
        )}
      </Alert>
      {isUndo ? <Reasons failures={failures} /> : <Errors errors={failures} />}
    </section>
  );
}

/** The reasons for skipped records. They do not refer to lines of the file. */
function Reasons({ failures }: Pick<SpreadsheetImport, 'failures'>) {
  return (
    <ul>
      {[...new Set(failures.map(({ reason }) => reason))].map((reason) => (
        <li key={reason}>
          <UserText>{reason}</UserText>
        </li>
      ))}
    </ul>
  );
}
