import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/imports/import-proposal';

export interface StateBadgeProps {
  readonly of: Pick<ImportSummary, 'state' | 'warning_count'>;
}

const colors = {
  receiving: 'gray',
  reading: 'gray',
  ready: 'pine',
  needsReview: 'red',
  accepted: 'green',
  discarded: 'gray',
  failed: 'red',
} as const;

/** The status of an import. One that is ready with warnings is shown as "Needs review". */
export function StateBadge({ of: { state, warning_count } }: StateBadgeProps) {
  const { t } = useTranslation();
  const displayedState = state === 'ready' && warning_count > 0 ? 'needsReview' : state;
  return (
    <Badge variant="light" color={colors[displayedState]} radius="sm" miw="max-content">
      {t(`imports.stateOf.${displayedState}`)}
    </Badge>
  );
}
