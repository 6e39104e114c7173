import {
  Alert,
  Anchor,
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
import { Link, useSearchParams } from 'react-router';
import { formatBytes } from '#contract/format-bytes';
import { isUnderWay } from '#contract/jobs';
import { type ResourceName, resourceNames } from '#contract/permissions';
import {
  MAX_SHEET_BYTES,
  type SheetImport,
  type SheetPlan,
  type StartedSheet,
  permissionToImport,
  templatePath,
} from '#contract/spreadsheets';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { createSheetApi } from '../../api/sheet-api.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { jobTold, selectJobs } from '../../store/jobs-slice.ts';
import { noteFailure } from '../../store/note-failure.ts';
import { selectPermissions } from '../../store/permissions.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useDownload } from '../../widgets/use-download.ts';
import { useLocale } from '../../widgets/use-locale.ts';
import classes from './sheets.module.css';
import { Refusals, SheetPlanView } from './sheet-plan-view.tsx';

const byCode: ReadonlySet<ResourceName> = new Set(['books', 'categories', 'sub-categories']);

/** The work in the background: an import, or the undo of one. */
interface Run {
  readonly id: number;
  readonly jobId: number;
  readonly isUndo: boolean;
}

interface Ended {
  readonly sheet: SheetImport;
  readonly isUndo: boolean;
}

interface Planned {
  readonly plan: SheetPlan;
  readonly file: File;
}

/** A spreadsheet into the catalogue: the file, what it would do, and the work. */
export function SheetsScreen() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const kind = resourceNames.find((name) => name === parameters.get('kind')) ?? 'books';
  return (
    <>
      <Title order={1}>{t('sheets.heading')}</Title>
      <Text mb="md">
        <Anchor component={Link} to={`/${kind}`}>
          {t('sheets.backTo', { list: t(`sheets.kinds.${kind}`) })}
        </Anchor>
      </Text>
      <Sheet key={kind} kind={kind} onKind={(wanted) => setParameters({ kind: wanted }, { replace: true })} />
    </>
  );
}

function Sheet({ kind, onKind }: { readonly kind: ResourceName; readonly onKind: (kind: string) => void }) {
  const { t } = useTranslation();
  const api = createSheetApi(useApi());
  const dispatch = useAppDispatch();
  const download = useDownload();
  const may = useAppSelector(selectPermissions).has(permissionToImport(kind));
  const { byId } = useAppSelector(selectJobs);
  const [planned, setPlanned] = useState<Planned>();
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [fault, setFault] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [run, setRun] = useState<Run>();
  const [ended, setEnded] = useState<Ended>();
  const reading = useRef<AbortController>(undefined);
  const format = new Intl.NumberFormat(useLocale(), { style: 'percent' });
  const job = run && byId[run.jobId];

  const fail = (error: unknown, tried: string) => {
    const failure = toFailure(error, tried);
    noteFailure(dispatch, failure, tried, { cause: error });
    setFault(failure.message);
  };

  const read = async (file: File | null) => {
    reading.current?.abort();
    setPlanned(undefined);
    setEnded(undefined);
    setFault(undefined);
    setLeftOut(new Set());
    setReading(false);
    if (!file) return;
    if (file.size > MAX_SHEET_BYTES) {
      setFault(t('sheets.tooLarge', { size: formatBytes(MAX_SHEET_BYTES) }));
      return;
    }
    const controller = new AbortController();
    reading.current = controller;
    setReading(true);
    try {
      const plan = await api.plan(kind, file, controller.signal);
      if (!controller.signal.aborted) setPlanned({ plan, file });
    } catch (error) {
      if (!controller.signal.aborted) fail(error, t('sheets.planFailed'));
    }
    if (!controller.signal.aborted) setReading(false);
  };

  const begin = async (isUndo: boolean, start: () => Promise<StartedSheet>) => {
    if (isStarting) return;
    setStarting(true);
    setFault(undefined);
    try {
      const started = await start();
      setRun({ id: started.id, jobId: started.job.id, isUndo });
      setEnded(undefined);
      dispatch(jobTold(started.job));
    } catch (error) {
      fail(error, t(isUndo ? 'sheets.undoFailed' : 'sheets.applyFailed'));
    }
    setStarting(false);
  };
  const apply = async () => {
    const id = planned?.plan.id;
    if (id !== null && id !== undefined) await begin(false, () => api.apply(id, [...leftOut]));
  };

  const finish = useEffectEvent(async ({ id, isUndo }: Run, reason: string | null) => {
    setRun(undefined);
    setPlanned(undefined);
    if (reason !== null) setFault(t(isUndo ? 'sheets.notUndone' : 'sheets.failed', { reason }));
    try {
      setEnded({ sheet: await api.get(id), isUndo });
    } catch (error) {
      fail(error, t(isUndo ? 'sheets.undoFailed' : 'sheets.applyFailed'));
    }
  });
  useEffect(() => {
    if (run && job && !isUnderWay(job.state))
      void finish(run, job.state === 'done' ? null : (job.error ?? job.state));
  }, [run, job]);
  useEffect(() => () => reading.current?.abort(), []);

  const count = planned ? planned.plan.created + planned.plan.changed - leftOut.size : 0;
  return (
    <Stack gap="md" maw={900}>
      <FormAlert messages={fault === undefined ? [] : [fault]} />
      <NativeSelect
        label={t('sheets.kind')}
        value={kind}
        disabled={run !== undefined}
        onChange={({ currentTarget: { value } }) => onKind(value)}
        data={resourceNames.map((name) => ({ value: name as string, label: t(`sheets.kinds.${name}`) }))}
      />
      <Text>{t(byCode.has(kind) ? 'sheets.intro' : 'sheets.introById')}</Text>
      <Group gap="xs">
        {(['csv', 'xlsx'] as const).map((as) => (
          <Button
            key={as}
            variant="default"
            onClick={() => void download(templatePath(kind), { as }, `${kind}-template.${as}`)}
          >
            {t(as === 'csv' ? 'sheets.templateCsv' : 'sheets.templateXlsx')}
          </Button>
        ))}
      </Group>
      {may ? (
        <FileInput
          label={t('sheets.file')}
          placeholder={t('sheets.choose')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          leftSection={<IconFileSpreadsheet size={18} stroke={1.7} aria-hidden="true" />}
          disabled={run !== undefined}
          onChange={(file) => void read(file)}
        />
      ) : (
        <Alert color="gray">{t('sheets.noPermission')}</Alert>
      )}
      {isReading && (
        <Group gap="xs">
          <Loader size="sm" aria-hidden />
          <output>{t('sheets.planning')}</output>
        </Group>
      )}
      {planned && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (count > 0) void apply();
          }}
        >
          <SheetPlanView
            plan={planned.plan}
            leftOut={leftOut}
            onLeaveOut={(line, isLeftOut) =>
              setLeftOut((before) => {
                const next = new Set(before);
                if (isLeftOut) next.add(line);
                else next.delete(line);
                return next;
              })
            }
          />
          {planned.plan.id !== null && !run && (
            <div className={classes['foot']} data-sticks="bottom">
              <Button type="submit" disabled={count === 0} aria-busy={isStarting}>
                {isStarting ? t('sheets.starting') : t('sheets.apply', { count })}
              </Button>
            </div>
          )}
        </form>
      )}
      {run && job && (
        <div>
          <Text component="output">
            {t(run.isUndo ? 'sheets.undoing' : 'sheets.running', { percent: format.format(job.progress) })}
          </Text>
          <Progress value={job.progress * 100} aria-label={t('sheets.heading')} />
        </div>
      )}
      {ended && (
        <Outcome
          ended={ended}
          isStarting={isStarting}
          onUndo={() => void begin(true, () => api.undo(ended.sheet.id))}
        />
      )}
    </Stack>
  );
}

/** What came of an import, with the way back; or of its undo. */
function Outcome({
  ended: { sheet, isUndo },
  isStarting,
  onUndo,
}: {
  readonly ended: Ended;
  readonly isStarting: boolean;
  readonly onUndo: () => void;
}) {
  const { t } = useTranslation();
  const { created, changed, failed, failures, is_undoable } = sheet;
  const title = t(isUndo ? 'sheets.undone' : 'sheets.ended');
  const sums = isUndo
    ? [t('sheets.undoneRows', { count: changed })]
    : [t('sheets.endedCreated', { count: created }), t('sheets.endedChanged', { count: changed })];
  const refused = t(isUndo ? 'sheets.undoRefused' : 'sheets.endedFailed', { count: failed });
  return (
    <section aria-label={title}>
      <Alert color={failed > 0 ? 'orange' : 'green'} title={title}>
        <Text size="sm">{[...sums, ...(failed > 0 ? [refused] : [])].join(' · ')}</Text>
        {is_undoable && !isUndo && (
          <Button size="xs" variant="default" mt="xs" aria-busy={isStarting} onClick={onUndo}>
            {t('sheets.undo')}
          </Button>
        )}
      </Alert>
      {isUndo ? <Reasons failures={failures} /> : <Refusals refusals={failures} />}
    </section>
  );
}

/** Why records stayed as they are. They are not those of lines any more. */
function Reasons({ failures }: Pick<SheetImport, 'failures'>) {
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
