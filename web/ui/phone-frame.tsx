import type { ReactNode, Ref } from 'react';
import classes from './phone-frame.module.css';

export interface PhoneFrameProps {
  /** The text above the phone. */
  readonly note: string;
  /** The accessible name of the screen. */
  readonly label: string;
  readonly screenRef?: Ref<HTMLElement> | undefined;
  /** True if a window as narrow as a phone shows the screen without a frame and in full height. */
  readonly fillsPhones?: boolean;
  readonly children: ReactNode;
}

/** A phone frame whose content is a preview of an app. */
export function PhoneFrame({ note, label, screenRef, fillsPhones, children }: PhoneFrameProps) {
  return (
    <>
      <span className={classes['label']}>{note}</span>
      <div className={classes['phone']} data-fills-phones={fillsPhones || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes scrollable content accessible by keyboard */}
        <section ref={screenRef} className={classes['screen']} aria-label={label} tabIndex={0}>
          {children}
        </section>
      </div>
    </>
  );
}
