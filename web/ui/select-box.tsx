import { Checkbox, type CheckboxProps } from '@mantine/core';
import classes from './select-box.module.css';

export type SelectBoxProps = Omit<CheckboxProps, 'label'> & { readonly 'aria-label': string };

/** A tick box without words beside it, with a target as large as a finger needs it. */
export function SelectBox(props: SelectBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the tick box renders an input in it
    <label className={classes['target']}>
      <Checkbox {...props} />
    </label>
  );
}
