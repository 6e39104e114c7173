import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ProofingReason, proofingReasons } from '#contract/proofing/proofing-reasons';
import classes from './proofing.module.css';

export interface ReasonFilterProps {
  /** The reasons of the report with their numbers of entries. */
  readonly reasons: readonly { readonly reason: ProofingReason; readonly count: number }[];
  readonly total: number;
  /** Empty for all reasons. */
  readonly selected: ReadonlySet<ProofingReason>;
  readonly onChange: (selected: ReadonlySet<ProofingReason>) => void;
}

/** Buttons that select the reasons to list. */
export function ReasonFilter({ reasons, total, selected, onChange }: ReasonFilterProps) {
  const { t } = useTranslation();
  const isAll = !reasons.some(({ reason }) => selected.has(reason));
  const toggle = (reason: ProofingReason) => {
    const next = new Set(selected);
    if (!next.delete(reason)) next.add(reason);
    onChange(next);
  };
  return (
    <fieldset className={classes['filter']} aria-label={t('proofing.filter')}>
      <FilterButton
        label={t('proofing.all', { count: total })}
        isPressed={isAll}
        onClick={() => onChange(new Set())}
      />
      {reasons.map(({ reason, count }) => (
        <FilterButton
          key={reason}
          label={t('proofing.reason', { reason: proofingReasons[reason], count })}
          isPressed={selected.has(reason)}
          onClick={() => toggle(reason)}
        />
      ))}
    </fieldset>
  );
}

interface FilterButtonProps {
  readonly label: string;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

function FilterButton({ label, isPressed, onClick }: FilterButtonProps) {
  return (
    <Button
      size="xs"
      radius="xl"
      variant={isPressed ? 'filled' : 'default'}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
