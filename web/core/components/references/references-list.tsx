import '@mantine/core/styles/List.layer.css';
import { Anchor, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { recordAddress } from '#web/core/lib/record-address.ts';
import classes from './references-list.module.css';

/** The maximum number of records named per resource. */
const MAX_NAMED = 5;

export interface ReferencesListProps {
  readonly references: RecordReferences;
  /** Returns the address of the list of all records of a kind that use it, if there is one. */
  readonly addressOfAll?: ((kind: ResourceName) => string | undefined) | undefined;
}

/** The references of a record: the effects of its deletion, or the reasons that prevent it. */
export function ReferencesList({ references: { keeps, references }, addressOfAll }: ReferencesListProps) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" mt="md">
        {t(keeps ? 'ui.usesForbid' : 'ui.usesFollow')}
      </Text>
      <List size="sm" className={classes['references'] ?? ''}>
        {references.flatMap(({ kind, total, items }) => {
          const name = t(`history.kinds.${kind}`);
          const more = t('ui.useMore', { count: total - Math.min(items.length, MAX_NAMED), kind: name });
          const all = addressOfAll?.(kind);
          return [
            ...items.slice(0, MAX_NAMED).map((item) => (
              <List.Item key={`${kind} ${item.id} ${item.block} ${item.place}`}>
                {kind === 'challenges' &&
                  item.place !== null &&
                  `${t('ui.useDay', { day: item.place + 1 })} `}
                {item.block !== null && `${t('ui.useBlock', { block: item.block })} `}
                <Anchor component={Link} to={recordAddress(kind, item.id)}>
                  {item.name}
                </Anchor>{' '}
                <Text span size="sm" c="dimmed">
                  {t(`history.kind.${kind}`)}
                </Text>
              </List.Item>
            )),
            ...(total > MAX_NAMED
              ? [
                  <List.Item key={`more ${kind}`}>
                    {all === undefined ? (
                      more
                    ) : (
                      <Anchor component={Link} to={all}>
                        {more}
                      </Anchor>
                    )}
                  </List.Item>,
                ]
              : []),
          ];
        })}
      </List>
    </>
  );
}
