import { Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DropZone } from '#web/core/components/drop-zone.tsx';
import { ImportChoice } from '#web/core/components/import-choice.tsx';
import { NEW_RECORD, openParameter, recordAddress } from '#web/core/lib/record-address.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectOverview } from '#web/core/store/overview.slice.ts';
import { Section } from '#web/ui/sections.tsx';
import classes from './today.module.css';
import { type StartStep, useStart } from './use-start.ts';

const addresses: Readonly<Record<Exclude<StartStep, 'book'>, string>> = {
  collection: recordAddress('collections', NEW_RECORD),
  home: recordAddress('mobile-configs', NEW_RECORD),
  colleague: `/users?${openParameter}=${NEW_RECORD}`,
};

/** The checklist from an empty catalogue to a live home screen. Not rendered in other catalogues. */
export function StartChecklist() {
  const { t } = useTranslation();
  const { steps, isComplete, canDismiss, dismiss } = useStart();
  if (!steps) return null;
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className={classes['checklist']}>
      <Section
        title={t('dashboard.start.title')}
        actions={
          canDismiss && (
            <Button variant="subtle" size="xs" onClick={dismiss}>
              {t('dashboard.start.dismiss')}
            </Button>
          )
        }
      >
        <Text size="sm" c="dimmed" mb="md">
          {isComplete
            ? t('dashboard.start.complete')
            : t('dashboard.start.progress', { done: doneCount, count: steps.length })}
        </Text>
        <ol className={classes['steps']}>
          {steps.map(({ step, isDone }) => (
            <li key={step} className={classes['step']} data-step={step}>
              <Mark isDone={isDone} />
              <div className={classes['stepText']}>
                <Text fw={550}>{t(`dashboard.start.steps.${step}`)}</Text>
                {!isDone && (
                  <Text size="sm" c="dimmed">
                    {t(`dashboard.start.hints.${step}`)}
                  </Text>
                )}
              </div>
              {!isDone && <StepAction step={step} />}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

function Mark({ isDone }: { readonly isDone: boolean }) {
  const { t } = useTranslation();
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <>
      <Icon
        size={22}
        stroke={1.5}
        aria-hidden="true"
        className={classes['mark']}
        data-done={isDone || undefined}
      />
      <VisuallyHidden>{t(isDone ? 'dashboard.start.done' : 'dashboard.start.notDone')}</VisuallyHidden>
    </>
  );
}

function StepAction({ step }: { readonly step: StartStep }) {
  const { t } = useTranslation();
  if (step === 'book') return <ImportStep />;
  return (
    <Button component={Link} to={addresses[step]} variant="default" size="xs">
      {t(`dashboard.start.actions.${step}`)}
    </Button>
  );
}

/** Imports files, and links to the resulting imports. */
function ImportStep() {
  const { t } = useTranslation();
  const imports = useAppSelector(selectOverview)?.imports;
  const waitingCount = (imports?.needs_review ?? 0) + (imports?.ready ?? 0);
  return (
    <>
      {waitingCount > 0 && (
        <Button component={Link} to="/imports" size="xs">
          {t('dashboard.start.reviewImports', { count: waitingCount })}
        </Button>
      )}
      <div className={classes['drop']}>
        <Text size="sm">{t('dashboard.start.dropHere')}</Text>
        <ImportChoice />
      </div>
      <DropZone />
    </>
  );
}
