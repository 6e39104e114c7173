import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';

export function showToast(title: string, message: string, close: string): void {
  notifications.show({ title, message, color: 'green', closeButtonProps: { 'aria-label': close } });
}

export interface RefusedUndo {
  readonly title: string;
  readonly message: string;
  /** What leads to the comparison. */
  readonly link: string;
  readonly href: string;
  readonly close: string;
}

/** Says why something was not undone, and leads to what it would have undone. */
export function showRefusedUndo({ title, message, link, href, close }: RefusedUndo): void {
  notifications.show({
    title,
    message: (
      <>
        <span>{message}</span> <Anchor href={href}>{link}</Anchor>
      </>
    ),
    color: 'red',
    autoClose: 15_000,
    closeButtonProps: { 'aria-label': close },
  });
}
