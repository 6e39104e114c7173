import '@mantine/core/styles/Radio.layer.css';
import { Radio, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProposalCover as Cover } from '#contract/imports/import-proposal';
import classes from './review.module.css';

export interface ProposalCoverProps {
  readonly covers: readonly Cover[];
  readonly chosen: number | null;
  readonly onChoose: (cover: number | null) => void;
}

/** The images in the files. One of them can be selected as the cover. */
export function ProposalCover({ covers, chosen, onChoose }: ProposalCoverProps) {
  const { t } = useTranslation();
  if (covers.length === 0)
    return (
      <section className={classes['covers']} aria-label={t('imports.cover')}>
        <Text size="sm" fw={550}>
          {t('imports.cover')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('imports.noCoverFound')}
        </Text>
      </section>
    );
  return (
    <Radio.Group
      className={classes['covers'] ?? ''}
      label={t('imports.cover')}
      value={chosen === null ? 'none' : String(chosen)}
      onChange={(value) => onChoose(value === 'none' ? null : Number(value))}
    >
      <div className={classes['coverList']}>
        {covers.map((cover, index) => (
          <Radio
            key={cover.image_url ?? index}
            value={String(index)}
            size="xs"
            className={classes['coverChoice'] ?? ''}
            data-chosen={chosen === index}
            aria-label={t('imports.coverFrom', { path: cover.path })}
            title={cover.path}
            label={
              <>
                <img
                  src={(chosen === index ? cover.image_url : cover.thumbnail_url) ?? cover.image_url ?? ''}
                  alt=""
                  loading="lazy"
                />
                {t(`imports.source.${cover.source}`)}
              </>
            }
          />
        ))}
        <Radio value="none" size="xs" className={classes['coverChoice'] ?? ''} label={t('imports.noCover')} />
      </div>
    </Radio.Group>
  );
}
