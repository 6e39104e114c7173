import type { ReactNode } from 'react';
import classes from './phone-frame.module.css';

export interface PhoneFrameProps {
  /** Above the phone. */
  readonly note: string;
  /** Names what the screen shows. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A phone, whose screen shows what an app could show. */
export function PhoneFrame({ note, label, children }: PhoneFrameProps) {
  return (
    <>
      <span className={classes['label']}>{note}</span>
      <div className={classes['phone']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
        <section className={classes['screen']} aria-label={label} tabIndex={0}>
          {children}
        </section>
      </div>
    </>
  );
}
