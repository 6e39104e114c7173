import { Anchor } from '@mantine/core';

export interface WithLinkProps {
  readonly message: string;
  readonly text: string;
  readonly href: string;
}

/** The message of a toast with a link to another screen. */
export function WithLink({ message, text, href }: WithLinkProps) {
  return (
    <>
      <span>{message}</span> <Anchor href={href}>{text}</Anchor>
    </>
  );
}
