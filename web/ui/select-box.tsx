import { Checkbox, type CheckboxProps } from '@mantine/core';
import classes from './select-box.module.css';

export type SelectBoxProps = Omit<CheckboxProps, 'label'> & { readonly 'aria-label': string };

/** A checkbox without a visible label, with the press area of a touch target. */
export function SelectBox(props: SelectBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Checkbox renders the input
    <label className={classes['target']}>
      <Checkbox {...props} />
    </label>
  );
}
