import { Loader } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconAction } from './icon-action.tsx';
import { MenuButton } from './menu-button.tsx';
import { useT } from './use-t.ts';

export interface RowMenuProps {
  /** The accessible name. It includes the record. */
  readonly label: string;
  readonly isBusy?: boolean;
  readonly children: () => ReactNode;
}

/** A menu with further actions of a record. */
export function RowMenu({ label, isBusy = false, children }: RowMenuProps) {
  const t = useT();
  return (
    <MenuButton
      position="bottom-end"
      renderButton={({ onClick, ...target }) => (
        <IconAction
          {...target}
          label={label}
          tooltip={t('ui.more')}
          isBusy={isBusy}
          icon={isBusy ? <Loader size={16} aria-hidden /> : <IconDotsVertical size={18} stroke={1.7} />}
          onClick={isBusy ? undefined : onClick}
        />
      )}
    >
      {children}
    </MenuButton>
  );
}
