import { type ReactNode, useState } from 'react';
import classes from './form-section.module.css';
import form from './form.module.css';

export interface FormSectionProps {
  readonly title: string;
  /** Text beside the title, such as the number of values. */
  readonly summary?: string | undefined;
  /** True opens the section, for example because a field has an error. */
  readonly mustOpen: boolean;
  /** True if the fields are rendered only after the section was opened. */
  readonly isRenderedOnOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of a form that is closed at first. Its fields stay in the form while it is closed. */
export function FormSection(props: FormSectionProps) {
  const { title, summary, mustOpen, isRenderedOnOpen = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setOpened] = useState(false);
  return (
    <details
      className={`${form['wide']} ${classes['section']}`}
      open={isOpen || mustOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) setOpened(true);
      }}
    >
      <summary className={classes['head']}>
        <span className={classes['title']}>{title}</span>
        {summary !== undefined && <span className={classes['summary']}>{summary}</span>}
      </summary>
      <div className={form['fields']}>{(!isRenderedOnOpen || hasOpened) && children}</div>
    </details>
  );
}
