import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { createIdleComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { MenuPopupProps } from './menu-popup.tsx';

const MenuPopup = createIdleComponent(async () => (await import('./menu-popup.tsx')).MenuPopup);

/** The properties of the button of a menu. */
export interface MenuTargetProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
}

export interface MenuButtonProps
  extends Pick<MenuPopupProps, 'position' | 'width' | 'floatingStrategy' | 'className'> {
  readonly renderButton: (props: MenuTargetProps) => ReactNode;
  /** Receives the button. */
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
  /** The menu items. */
  readonly children: () => ReactNode;
}

/**
 * A button with a menu. The menu is mounted when it is first opened, since a list has many that are never opened. Its code is not part of
 * the first load.
 */
export function MenuButton(props: MenuButtonProps) {
  const { renderButton, button: ownButton, onOpen, onClose, children, ...rest } = props;
  const id = useId();
  const innerButton = useRef<HTMLButtonElement>(null);
  const button = ownButton ?? innerButton;
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  const change = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (isNowOpen) onOpen?.();
    else onClose?.();
  };
  return (
    <>
      {renderButton({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
        onClick: () => change(!isOpen),
      })}
      {hasOpened && (
        <MenuPopup id={id} button={button} isOpen={isOpen} onChange={change} {...rest}>
          {children}
        </MenuPopup>
      )}
    </>
  );
}
