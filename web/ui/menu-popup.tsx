import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';

export interface MenuPopupProps extends Pick<MenuProps, 'position' | 'width' | 'floatingStrategy'> {
  readonly id?: string;
  readonly button: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The class of the list of items. */
  readonly className?: string | undefined;
  /** The menu items. */
  readonly children: () => ReactNode;
}

/** The popup of a menu whose button is rendered elsewhere. */
export function MenuPopup({ button, isOpen, onChange, className, children, ...rest }: MenuPopupProps) {
  // The focus returns only after a menu was closed.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Menu {...rest} opened={isOpen && isMounted} onChange={onChange}>
      <Menu.Target>
        <At element={button} />
      </Menu.Target>
      <Menu.Dropdown className={className ?? ''}>{children()}</Menu.Dropdown>
    </Menu>
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
