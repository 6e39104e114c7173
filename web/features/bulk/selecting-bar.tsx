import { useState } from 'react';
import type { CategoryOptions } from '#web/core/components/use-category-options.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkKind } from './bulk-kinds.ts';
import { SelectionBar } from './selection-bar.tsx';
import { countOf, nothingSelected, type Selection } from './selection.ts';
import { useBulkRun } from './use-bulk-run.ts';

export interface SelectingBarProps {
  /** Undefined without a selection. A started bulk edit is still watched to its end. */
  readonly selection: Selection | undefined;
  readonly kinds: readonly BulkKind[];
  readonly total: number;
  readonly options: CategoryOptions;
  readonly onPage: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onEnd: () => void;
  /** Called when books have changed. */
  readonly onChanged: () => void;
}

/** The actions for the selected books: the bar, its dialog, and the progress of the job. */
export function SelectingBar({ selection, kinds, total, options, onChanged, ...actions }: SelectingBarProps) {
  const [kind, setKind] = useState<BulkKind>();
  const [size, setSize] = useState(0);
  const { begin, running } = useBulkRun(() => {
    actions.onClear();
    onChanged();
  });
  if (!selection && !running) return null;
  const currentSelection = selection ?? nothingSelected;
  return (
    <>
      <SelectionBar
        selection={currentSelection}
        kinds={kinds}
        total={total}
        onKind={setKind}
        run={running && { ...running, total: size }}
        {...actions}
      />
      <BulkDialog
        kind={kind}
        selection={currentSelection}
        options={options}
        onClose={() => setKind(undefined)}
        onStarted={(what, startedJob) => {
          setSize(countOf(currentSelection));
          setKind(undefined);
          begin(what, startedJob);
        }}
      />
    </>
  );
}
