import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode, Ref } from 'react';
import { FormActions, type FormActionsProps } from '#web/ui/form-actions.tsx';
import { EditorAlert, type EditorAlertProps } from './editor-alert.tsx';

export interface EditorFieldsProps extends Pick<FormActionsProps, 'submit' | 'busy' | 'isIncomplete'> {
  /** State and functions of `useEditor` or `useRequestForm`. */
  readonly editor: EditorAlertProps['editor'] &
    Pick<FormActionsProps, 'saving' | 'status'> & { readonly cancel: () => void };
  readonly ref?: Ref<HTMLFormElement>;
  /** The class of a group of the fields that is disabled during a save. Without it, the fields stay enabled. */
  readonly group?: string | undefined;
  /** True if the browser validates the fields before the form does. */
  readonly isValidatedByBrowser?: boolean;
  /** Called instead of the submission by the browser. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** The form of an editor: its messages, its fields, and the buttons that save or cancel. */
export function EditorFields({
  editor,
  ref,
  group,
  isValidatedByBrowser = false,
  onSubmit,
  children,
  ...labels
}: EditorFieldsProps) {
  const { saving, status, cancel } = editor;
  return (
    <form
      ref={ref}
      noValidate={!isValidatedByBrowser}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <Stack gap="sm">
        <EditorAlert editor={editor} />
        {group === undefined ? (
          children
        ) : (
          <fieldset className={group} disabled={saving !== undefined}>
            {children}
          </fieldset>
        )}
        <FormActions {...labels} saving={saving} status={status} onCancel={cancel} />
      </Stack>
    </form>
  );
}
