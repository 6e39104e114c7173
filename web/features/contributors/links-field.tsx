import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_LINK_LABEL, MAX_LINKS } from '#contract/contributors/contributor-details';
import { limits } from '#contract/core/limits';
import { OrderedRows } from '#web/core/components/ordered-rows.tsx';
import { type LinkRow, newLinkRow } from './contributor-form.ts';
import classes from './contributors.module.css';

export interface LinksFieldProps {
  readonly rows: readonly LinkRow[];
  readonly isInvalid: boolean;
  readonly onChange: (rows: readonly LinkRow[]) => void;
}

/** The links of a contributor in order. */
export function LinksField({ rows, isInvalid, onChange }: LinksFieldProps) {
  const { t } = useTranslation();
  return (
    <OrderedRows
      rows={rows}
      isInvalid={isInvalid}
      maxRows={MAX_LINKS}
      texts={{
        legend: t('contributors.links'),
        empty: t('contributors.noLinks'),
        add: t('contributors.addLink'),
        moveUp: (position) => t('contributors.moveLinkUp', { position }),
        moveDown: (position) => t('contributors.moveLinkDown', { position }),
        remove: (position) => t('contributors.removeLink', { position }),
        moved: (name, position) => t('contributors.linkMoved', { name, position, count: rows.length }),
      }}
      newRow={newLinkRow}
      onChange={onChange}
    >
      {({ name, url }, { position, change }) => (
        <div className={classes['link']}>
          <TextInput
            name={`links.${position - 1}.label`}
            aria-label={t('contributors.linkLabel', { position })}
            placeholder={t('contributors.linkLabelPlaceholder')}
            value={name}
            maxLength={MAX_LINK_LABEL}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TextInput
            type="url"
            name={`links.${position - 1}.url`}
            aria-label={t('contributors.linkAddress', { position })}
            placeholder="https://"
            value={url}
            maxLength={limits.maxAddressLength}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          />
        </div>
      )}
    </OrderedRows>
  );
}
