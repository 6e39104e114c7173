import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemOf, ResourceDeclaration } from '#contract/core/define-resource';
import { camelCase } from '#contract/core/record-types';
import type { ResourceSlice } from '#web/core/store/create-resource-slice.ts';
import type { NoticeText } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { type DeleteOptions, useDelete } from '#web/core/components/use-delete.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { useCanEdit } from '#web/core/components/use-permission.ts';
import type { ListedResource, RowActions } from './listed-resource.ts';

export interface ResourceActionOptions<R extends ResourceDeclaration> {
  readonly kind: ListedResource;
  readonly slice: ResourceSlice<R>;
  /** Reads the list again. */
  readonly reload: () => void;
  /** The place of errors of deletions. Default: the report. */
  readonly deleteErrors?: 'report' | 'row';
  /** Returns the address of the list of all records of a kind that use an item. */
  readonly addressOfAll?: DeleteOptions<ItemOf<R>>['addressOfAll'];
  /** Shows the result of the last write; undefined removes it. Default: a toast. */
  readonly report?: (notice: NoticeText | undefined) => void;
  /** Shows an item to users who cannot edit. */
  readonly onView?: (item: ItemOf<R>) => void;
}

/** The writes of a list: the dialog that creates and edits its records, deletions, and the report of their results. */
export function useResourceActions<R extends ResourceDeclaration>(options: ResourceActionOptions<R>) {
  type Item = ItemOf<R>;
  const { kind, slice, reload, deleteErrors = 'report', addressOfAll, report, onView } = options;
  const { t } = useTranslation();
  const canEdit = useCanEdit(kind);
  const [edited, setEdited] = useState<EditorTarget<Item>>();
  const title = useRef<HTMLHeadingElement>(null);
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const show =
    report ??
    ((notice: NoticeText | undefined) =>
      notice && toast(notice.kind, notice.message, { detail: notice.detail }));
  const onSaved = (message: string, detail?: string) => {
    show({ kind: 'success', message: savedMessage(message), detail });
    reload();
  };
  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(slice, {
    confirmation: t(`${camelCase(kind)}.deleteQuestion`),
    focusAfter: title,
    onDeleted: onSaved,
    ...(deleteErrors === 'report' && {
      onFailed: (message: string) => show({ kind: 'error', message }),
    }),
    ...(addressOfAll && { addressOfAll }),
  });
  const open = (item: Item | undefined) => {
    show(undefined);
    forget();
    if (item && !canEdit) onView?.(item);
    else setEdited({ item });
  };
  useOpenFromAddress(kind, () => canEdit && open(undefined));

  const rows: RowActions<Item> = { onEdit: open, onDelete: (item) => void remove(item), deletionOf };
  const { messages } = slice.declaration;
  return {
    title,
    canEdit,
    rows,
    referencesConfirmation,
    create: () => open(undefined),
    /** The open form stays if the permission is removed. */
    hasDialog: canEdit || edited !== undefined,
    dialog: {
      target: edited,
      onClose: () => setEdited(undefined),
      onSaved: (isNew: boolean) => onSaved(isNew ? messages.created : messages.updated),
    },
  };
}
