import { Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportSeries } from '#contract/imports/import-proposal';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import formClasses from '#web/ui/form.module.css';
import type { ProposalValues } from './proposal-values.ts';
import classes from './review.module.css';

type SeriesList = ProposalValues['series'];

export interface ProposalSeriesProps {
  readonly series: SeriesList;
  /** The series of the stored proposal, compared with the catalogue. */
  readonly compared: readonly ImportSeries[];
  readonly onChange: (series: SeriesList) => void;
}

/** The series in the files. Existing ones will contain the book. Each can be removed. */
export function ProposalSeries({ series, compared, onChange }: ProposalSeriesProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('series');
  if (series.length === 0) return null;
  return (
    <section className={formClasses['wide']} aria-label={t('imports.series')}>
      <Text size="sm" fw={550}>
        {t('imports.series')}
      </Text>
      <ul className={classes['books']}>
        {series.map((entry) => {
          const { title, position } = entry;
          const isKnown = compared.some((item) => item.title === title && item.is_known);
          return (
            <li key={title}>
              <span>
                {position === '' ? title : t('imports.seriesPosition', { title, position })}
                <Text size="xs" c="dimmed">
                  {t(`imports.${!canEdit ? 'unchangedSeries' : isKnown ? 'knownSeries' : 'newSeries'}`)}
                </Text>
              </span>
              <IconAction
                color="red"
                label={t('imports.removeSeries', { title })}
                icon={<IconX size={16} stroke={1.7} />}
                onClick={() => onChange(series.filter((other) => other !== entry))}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
