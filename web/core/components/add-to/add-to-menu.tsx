import { Button, Menu } from '@mantine/core';
import { IconDeviceMobile, IconPlaylistAdd, IconPlus, IconTextPlus, IconTrophy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { AddedRecord } from './add-values.ts';
import { useAddTargets } from './use-add-targets.ts';

const Dialog = createLazyComponent(async () => (await import('./add-to-dialog.tsx')).AddToDialog);

const icons = {
  collections: IconPlaylistAdd,
  'story-books': IconTextPlus,
  challenges: IconTrophy,
  'mobile-configs': IconDeviceMobile,
} as const satisfies Record<AddTarget, typeof IconPlus>;

export interface AddToItemsProps {
  readonly kind: AddedRecord['kind'];
  readonly onChoose: (target: AddTarget) => void;
}

/** The menu items of the targets. The list is empty without a permission. */
export function AddToItems({ kind, onChoose }: AddToItemsProps) {
  const { t } = useTranslation();
  return useAddTargets(kind).map((target) => {
    const Icon = icons[target];
    return (
      <Menu.Item
        key={target}
        leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => onChoose(target)}
      >
        {t(`addTo.targets.${target}`)}
      </Menu.Item>
    );
  });
}

export interface AddToProps {
  readonly added: AddedRecord;
  readonly target: AddTarget | undefined;
  readonly onClose: () => void;
  readonly onAdded?: (() => void) | undefined;
}

/** The dialog. Its code is loaded when the dialog is first opened. */
export function AddTo(props: AddToProps) {
  const hasOpened = useLastDefined(props.target) !== undefined;
  return hasOpened ? <Dialog {...props} /> : null;
}

export interface AddToMenuProps {
  readonly added: AddedRecord;
  readonly onAdded: () => void;
}

/** The button that adds a record to another one. It is not rendered without a permission. */
export function AddToMenu({ added, onAdded }: AddToMenuProps) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<AddTarget>();
  const targets = useAddTargets(added.kind);
  return (
    <>
      {targets.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            >
              {t('addTo.button')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <AddToItems kind={added.kind} onChoose={setTarget} />
          </Menu.Dropdown>
        </Menu>
      )}
      <AddTo added={added} target={target} onClose={() => setTarget(undefined)} onAdded={onAdded} />
    </>
  );
}
