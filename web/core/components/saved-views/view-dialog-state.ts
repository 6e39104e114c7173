import type { View } from '#contract/saved-views/saved-views';

/** The purpose of the dialog: create, rename or delete a view. */
export interface ViewDialogState {
  readonly kind: 'save' | 'rename' | 'remove';
  readonly view: View | undefined;
}
