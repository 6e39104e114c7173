import { Button, Menu } from '@mantine/core';
import { IconDeviceMobile, IconPlaylistAdd, IconPlus, IconTextPlus, IconTrophy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { AddTo } from './add-to.tsx';
import type { AddedRecord } from './add-values.ts';
import { useAddTargets } from './use-add-targets.ts';

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
        <MenuButton
          position="bottom-end"
          renderButton={(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            >
              {t('addTo.button')}
            </Button>
          )}
        >
          {() => <AddToItems kind={added.kind} onChoose={setTarget} />}
        </MenuButton>
      )}
      <AddTo added={added} target={target} onClose={() => setTarget(undefined)} onAdded={onAdded} />
    </>
  );
}
