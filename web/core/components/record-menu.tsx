import { Menu } from '@mantine/core';
import { IconCalendarEvent, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { recordAddress, usedInAnchor } from '#web/core/lib/record-address.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useT } from '#web/ui/use-t.ts';
import { AddTo } from './add-to/add-to.tsx';
import { AddToItems } from './add-to/add-to-menu.tsx';
import { recordForRelease } from './release/add-to-release.ts';
import { useIsInRelease } from './release/use-release.ts';
import { useCanEdit, usePermission } from './use-permission.ts';
import type { AddedRecord } from './add-to/add-values.ts';

export interface UsageItemsProps {
  readonly kind: ResourceName;
  readonly id: number;
  readonly name: string;
  readonly onAddTo: (target: AddTarget) => void;
}

/** Menu items of a record: its references, and the lists it can be added to. */
export function UsageItems({ kind, id, name, onAddTo }: UsageItemsProps) {
  const { t } = useTranslation();
  const isInRelease = useIsInRelease();
  const mayPrepare = usePermission('releases:edit');
  const canAdd = useCanEdit(kind) && mayPrepare && !isInRelease;
  return (
    <>
      <Menu.Item
        component={Link}
        to={`${recordAddress(kind, id)}${usedInAnchor}`}
        leftSection={<IconLink size={16} stroke={1.7} aria-hidden="true" />}
      >
        {t('record.usedIn')}
      </Menu.Item>
      <AddToItems kind={kind} onChoose={onAddTo} />
      {canAdd && (
        <Menu.Item
          leftSection={<IconCalendarEvent size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => recordForRelease.set({ kind, id, name })}
        >
          {t('release.addTo')}
        </Menu.Item>
      )}
    </>
  );
}

/** The menu with further actions of a record in a list. */
export function RecordMenu({ record }: { readonly record: AddedRecord }) {
  const t = useT();
  const [target, setTarget] = useState<AddTarget>();
  const { kind, id, name } = record;
  return (
    <>
      <RowMenu label={t('ui.moreOf', { name })}>
        {() => <UsageItems kind={kind} id={id} name={name} onAddTo={setTarget} />}
      </RowMenu>
      <AddTo added={record} target={target} onClose={() => setTarget(undefined)} />
    </>
  );
}
