import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { AddedRecord } from './add-values.ts';

const Dialog = createLazyComponent(async () => (await import('./add-to-dialog.tsx')).AddToDialog);

export interface AddToProps {
  readonly added: AddedRecord;
  readonly target: AddTarget | undefined;
  readonly onClose: () => void;
  readonly onAdded?: (() => void) | undefined;
}

/** The dialog. Its code is loaded when the dialog is first opened. */
export function AddTo(props: AddToProps) {
  const hasOpened = useLastDefined(props.target) !== undefined;
  return hasOpened ? <Dialog {...props} /> : null;
}
