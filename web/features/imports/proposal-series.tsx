import { Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import type { ImportSeries } from '#contract/imports/import-proposal';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import formClasses from '#web/ui/form.module.css';
import { CatalogueMatch } from './catalogue-match.tsx';
import type { ProposalValues } from './proposal-values.ts';
import classes from './review.module.css';

type SeriesList = ProposalValues['series'];

export interface ProposalSeriesProps {
  readonly series: SeriesList;
  /** The series of the stored proposal, compared with the catalogue. */
  readonly compared: readonly ImportSeries[];
  readonly onChange: (series: SeriesList) => void;
}

/** The series in the files, compared with the catalogue. Each can be replaced by a similar one, or removed. */
export function ProposalSeries({ series, compared, onChange }: ProposalSeriesProps) {
  const { t } = useTranslation();
  if (series.length === 0) return null;
  const replace = (index: number, entry: SeriesList[number]) =>
    onChange(
      series
        .with(index, entry)
        .filter((other, position) => position === index || other.title !== entry.title),
    );
  return (
    <section className={formClasses['wide']} aria-label={t('imports.series')}>
      <Text size="sm" fw={550}>
        {t('imports.series')}
      </Text>
      <ul className={`${classes['books']} ${classes['seriesList']}`}>
        {series.map((entry, index) => (
          <li key={entry.title}>
            <div className={classes['series']}>
              <Text size="sm">{entry.title}</Text>
              <SeriesMatch
                title={entry.title}
                compared={compared}
                onUse={(title) => replace(index, { ...entry, title })}
              />
            </div>
            <TextInput
              className={classes['position'] ?? ''}
              aria-label={t('imports.seriesPosition', { title: entry.title })}
              placeholder={t('imports.position')}
              value={entry.position}
              maxLength={limits.maxSeriesPositionLength}
              onChange={({ currentTarget: { value: position } }) => replace(index, { ...entry, position })}
            />
            <IconAction
              color="red"
              label={t('imports.removeSeries', { title: entry.title })}
              icon={<IconX size={16} stroke={1.7} />}
              onClick={() => onChange(series.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SeriesMatchProps extends Pick<ProposalSeriesProps, 'compared'> {
  readonly title: string;
  readonly onUse: (title: string) => void;
}

/** Says whether the series exists. Empty while another title is not saved. */
function SeriesMatch({ title, compared, onUse }: SeriesMatchProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('series');
  const match = compared.find((item) => item.title === title);
  if (!canEdit)
    return <CatalogueMatch name={title} text={t('imports.unchangedSeries')} similar={[]} onUse={onUse} />;
  if (!match) return null;
  const { is_known, similar = [] } = match;
  const isSimilar = !is_known && similar.length > 0;
  return (
    <CatalogueMatch
      name={title}
      text={t(`imports.${is_known ? 'knownSeries' : isSimilar ? 'similarSeries' : 'newSeries'}`)}
      similar={isSimilar ? similar.map((other) => ({ ...other, name: other.title })) : []}
      onUse={onUse}
    />
  );
}
