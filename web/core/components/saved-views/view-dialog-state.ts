import type { View } from '#contract/saved-views/saved-views';

/** The purpose of the dialog: a new view, a new name for one, or its deletion. */
export interface ViewDialogState {
  readonly kind: 'save' | 'rename' | 'remove';
  readonly view: View | undefined;
}
