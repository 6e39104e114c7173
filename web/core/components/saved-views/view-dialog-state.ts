import type { View } from '#contract/saved-views/saved-views';

/** What a dialog is about: a new view, another name for one, or its end. */
export interface ViewDialogState {
  readonly kind: 'save' | 'rename' | 'remove';
  readonly view: View | undefined;
}
