import { Fragment } from 'react';
import classes from './user-text.module.css';

/** Words too long for a line; they may break anywhere, other text only between words. */
const unbreakable = /([^\s\p{Pd}/]{25,})/u;

/** A text that people typed, set apart from what surrounds it, so that its direction does not turn theirs. */
export function UserText({ children }: { readonly children: string }) {
  return (
    <bdi>
      {unbreakable.test(children)
        ? children.split(unbreakable).map((part, index) =>
            // Every second part is what the pattern caught.
            index % 2 === 1 ? (
              <span key={index} className={classes['breakable']}>
                {part}
              </span>
            ) : (
              <Fragment key={index}>{part}</Fragment>
            ),
          )
        : children}
    </bdi>
  );
}

export interface ClampedTextProps {
  readonly children: string;
  /** Stands out as the name of the record. */
  readonly isName?: boolean;
}

/** A typed text of a few lines at most, one where rows are compact; the whole of a long one is its tooltip. */
export function ClampedText({ children, isName = false }: ClampedTextProps) {
  return (
    <span className={`${classes['clamped']} ${isName ? classes['name'] : ''}`} data-tooltip-when-cut>
      <UserText>{children}</UserText>
    </span>
  );
}
