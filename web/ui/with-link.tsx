import { Anchor } from '@mantine/core';

export interface WithLinkProps {
  readonly message: string;
  readonly text: string;
  readonly href: string;
}

/** What a toast says of something that is seen elsewhere. */
export function WithLink({ message, text, href }: WithLinkProps) {
  return (
    <>
      <span>{message}</span> <Anchor href={href}>{text}</Anchor>
    </>
  );
}
