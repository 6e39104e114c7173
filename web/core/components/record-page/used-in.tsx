import { Button, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import { blockAnchor, usedInAnchor } from '#web/core/lib/record-address.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { AddToMenu } from '../add-to/add-to-menu.tsx';
import type { AddedRecord } from '../add-to/add-values.ts';
import { AnchorList, RecordAnchor } from './record-anchor.tsx';
import type { ReferencesRead } from './use-references.ts';

type HomeUse = NonNullable<RecordReferences['home_screens']>[number];
type Reference = RecordReferences['references'][number];

/** The number of blocks that are listed at first. */
const FEW_BLOCKS = 20;

export interface UsedInProps {
  readonly references: ReferencesRead;
  readonly record: AddedRecord;
}

/** Lists the records and home screens that use a record, with positions and links. */
export function UsedIn({ references: { value, apiError, retry }, record }: UsedInProps) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const isTarget = hash === usedInAnchor && Boolean(value);
  useEffect(() => {
    if (!isTarget) return;
    frame.current?.scrollIntoView({ block: 'center' });
    frame.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return (
    <Section title={t('record.usedIn')} actions={<AddToMenu added={record} onAdded={retry} />}>
      <div ref={frame} tabIndex={-1}>
        {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
        {!apiError && !value && <Loader size="sm" aria-label={t('ui.loading')} />}
        {!apiError && value && <Uses references={value} />}
      </div>
    </Section>
  );
}

function Uses({
  references: { references, home_screens: homeScreens = [], home_screens_total: total = homeScreens.length },
}: {
  readonly references: RecordReferences;
}) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  // Home screens are listed with their blocks.
  const lists = references.filter(({ kind }) => kind !== 'mobile-configs');
  if (lists.length === 0 && homeScreens.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('record.notUsed')}
      </Text>
    );
  return (
    <AnchorList>
      {homeScreens.slice(0, showsAll ? undefined : FEW_BLOCKS).map((use) => (
        <li key={`${use.id} ${use.block_number} ${use.through?.kind} ${use.through?.id}`}>
          <HomeScreen use={use} />
        </li>
      ))}
      {!showsAll && total > FEW_BLOCKS && (
        <li>
          <Button variant="default" size="compact-sm" onClick={() => setShowsAll(true)}>
            {t('record.showAllBlocks', { count: total })}
          </Button>
        </li>
      )}
      {showsAll && total > homeScreens.length && (
        <li>
          <Text span size="sm" c="dimmed">
            {t('record.moreBlocks', { count: total - homeScreens.length })}
          </Text>
        </li>
      )}
      {lists.flatMap((list) => [
        ...list.items.map((item) => (
          <li key={`${list.kind} ${item.id}`}>
            <RecordAnchor kind={list.kind} id={item.id}>
              <UserText>{item.name}</UserText>
            </RecordAnchor>
            <Position kind={list.kind} place={item.place} />{' '}
            <Text span size="sm" c="dimmed">
              {t(`history.kind.${list.kind}`)}
            </Text>
          </li>
        )),
        ...(list.total > list.items.length ? [<More key={list.kind} list={list} />] : []),
      ])}
    </AnchorList>
  );
}

function More({ list: { kind, total, items } }: { readonly list: Reference }) {
  const { t } = useTranslation();
  return (
    <li>
      <Text span size="sm" c="dimmed">
        {t('ui.useMore', { count: total - items.length, kind: t(`history.kinds.${kind}`) })}
      </Text>
    </li>
  );
}

/** A block of a home screen, and the record in it that contains the record of the page. */
function HomeScreen({ use }: { readonly use: HomeUse }) {
  const { t } = useTranslation();
  const { through } = use;
  return (
    <>
      <RecordAnchor kind="mobile-configs" id={use.id}>
        <UserText>{use.name}</UserText>
      </RecordAnchor>
      {use.is_main_service && ` (${t('mobileConfigs.isMainService')})`}
      {' › '}
      <RecordAnchor kind="mobile-configs" id={use.id} hash={blockAnchor(use.block_number)}>
        <UserText>{t('record.block', { number: use.block_number, title: use.block })}</UserText>
      </RecordAnchor>
      {through ? (
        <>
          {' › '}
          <RecordAnchor kind={through.kind} id={through.id}>
            <UserText>{through.name}</UserText>
          </RecordAnchor>
          <Position kind={through.kind} place={through.place} />
        </>
      ) : (
        <Position kind="mobile-configs" place={use.place} />
      )}
    </>
  );
}

function Position({ kind, place }: { readonly kind: ResourceName; readonly place: number | null }) {
  const { t } = useTranslation();
  if (place === null) return null;
  return `, ${t(kind === 'challenges' ? 'record.day' : 'record.place', { number: place + 1 })}`;
}
