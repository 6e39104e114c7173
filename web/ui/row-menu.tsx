import { Loader, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { IconAction } from './icon-action.tsx';
import { useT } from './use-t.ts';

export interface RowMenuProps {
  /** The ID of the button, unique on the page. */
  readonly id: string;
  /** The accessible name. It includes the record. */
  readonly label: string;
  readonly isBusy?: boolean;
  readonly children: () => ReactNode;
}

/** A menu with further actions of a record. It is mounted when it is first opened, since a list has many that are never opened. */
export function RowMenu({ id, label, isBusy = false, children }: RowMenuProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  // The focus returns only after a menu was closed.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(hasOpened), [hasOpened]);
  return (
    <>
      <IconAction
        ref={button}
        id={id}
        label={label}
        tooltip={t('ui.more')}
        isBusy={isBusy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': `${id}-dropdown` })}
        icon={isBusy ? <Loader size={16} aria-hidden /> : <IconDotsVertical size={18} stroke={1.7} />}
        onClick={() => setOpen(!isOpen && !isBusy)}
      />
      {hasOpened && (
        <Menu id={id} position="bottom-end" opened={isOpen && isMounted} onChange={setOpen}>
          <Menu.Target>
            <At element={button} />
          </Menu.Target>
          <Menu.Dropdown>{children()}</Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

export interface AtProps {
  readonly element: RefObject<HTMLElement | null>;
  readonly ref?: Ref<HTMLElement>;
}

/** Forwards its ref to an element that is rendered elsewhere. */
export function At({ element, ref }: AtProps) {
  useImperativeHandle(ref, () => element.current as HTMLElement, [element]);
  return null;
}
