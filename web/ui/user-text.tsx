import { Fragment } from 'react';
import classes from './user-text.module.css';

/** Matches words too long for a line. They can break anywhere, other text only between words. */
const longWord = /([^\s\p{Pd}/]{25,})/u;

/** User text, isolated so that the surrounding text does not change its direction. */
export function UserText({ children }: { readonly children: string }) {
  return (
    <bdi>
      {longWord.test(children)
        ? children.split(longWord).map((segment, index) =>
            // Every second part matches the capture group.
            index % 2 === 1 ? (
              <span key={index} className={classes['breakable']}>
                {segment}
              </span>
            ) : (
              <Fragment key={index}>{segment}</Fragment>
            ),
          )
        : children}
    </bdi>
  );
}

export interface ClampedTextProps {
  readonly children: string;
  /** True if it is emphasized as the name of the record. */
  readonly isName?: boolean;
}

/** User text limited to a few lines, or one in compact rows. Truncated text has a tooltip. */
export function ClampedText({ children, isName = false }: ClampedTextProps) {
  return (
    <span className={`${classes['clamped']} ${isName ? classes['name'] : ''}`} data-tooltip-when-cut>
      <UserText>{children}</UserText>
    </span>
  );
}
