import { Anchor, List, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathOf, type ResourceDeclaration } from '#contract/define-resource';
import { historyEndpointsOf, type RecordUses as Uses, recordUses } from '#contract/journal';
import { readData } from '../api/client.ts';
import { recordAddress } from '../lib/record-address.ts';
import classes from './record-uses.module.css';
import { type Read, useRemoteRead } from './use-remote-read.ts';

type Declaration = Pick<ResourceDeclaration, 'endpoints'>;

/** How many of a kind are named. */
const MOST_NAMED = 5;

const readerOf =
  (declaration: Declaration, id: number): Read<Uses> =>
  async (client, signal) => {
    const { uses } = historyEndpointsOf(declaration);
    return recordUses.parse(
      readData(await client.call({ method: uses.method, path: pathOf(uses, id), signal })),
    );
  };

export interface RecordUsesProps {
  readonly declaration: Declaration;
  readonly id: number;
}

/** Where a record is used, in the question before it is deleted: what follows from that, or what forbids it. */
export function RecordUses({ declaration, id }: RecordUsesProps) {
  const { t } = useTranslation();
  const { value } = useRemoteRead(
    useMemo(() => readerOf(declaration, id), [declaration, id]),
    { tried: t('ui.usesFailed') },
  );
  if (!value || value.uses.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="md">
        {t(value.keeps ? 'ui.usesForbid' : 'ui.usesFollow')}
      </Text>
      <List size="sm" className={classes['uses'] ?? ''}>
        {value.uses.flatMap(({ kind, total, items }) => [
          ...items.slice(0, MOST_NAMED).map((item) => (
            <List.Item key={`${kind} ${item.id} ${item.block} ${item.place}`}>
              {kind === 'challenges' && item.place !== null && `${t('ui.useDay', { day: item.place + 1 })} `}
              {item.block !== null && `${t('ui.useBlock', { block: item.block })} `}
              <Anchor component={Link} to={recordAddress(kind, item.id)}>
                {item.name}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {t(`history.kinds.${kind}`)}
              </Text>
            </List.Item>
          )),
          ...(total > MOST_NAMED
            ? [
                <List.Item key={`more ${kind}`}>
                  {t('ui.useMore', {
                    count: total - Math.min(items.length, MOST_NAMED),
                    kind: t(`history.kinds.${kind}`),
                  })}
                </List.Item>,
              ]
            : []),
        ])}
      </List>
    </>
  );
}
