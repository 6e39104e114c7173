import { Fragment, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#contract/core/permissions';
import { FormContainerContext } from '#web/ui/form-container.ts';
import { Section } from '#web/ui/sections.tsx';
import type { EditorForm } from '../use-editor-form.ts';
import { useSubmitLabel } from '../release/use-release.ts';
import { useCanEdit } from '../use-permission.ts';
import classes from './record-page.module.css';
import { usePageForm } from './use-page-form.ts';

export interface RecordDetailsProps<Item> {
  readonly kind: ResourceName;
  readonly item: Item;
  /** Called with the saved record, or undefined if the response did not include it. */
  readonly onSaved: (item: Item | undefined) => void;
  readonly children: (form: EditorForm<Item>) => ReactNode;
}

/** The form of a record on its page. The fields are read-only without the edit permission. */
export function RecordDetails<Item extends { id: number }>(props: RecordDetailsProps<Item>) {
  const { kind, item, onSaved, children } = props;
  const { t } = useTranslation();
  const canEdit = useCanEdit(kind);
  const { form, key, isDirty, isSaving } = usePageForm(item, onSaved);
  const submit = useSubmitLabel();
  // Unsaved changes stay editable if the permission is removed.
  const isReadOnly = !canEdit && !isDirty && !isSaving;

  useEffect(() => {
    if (!isDirty) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isDirty]);

  const fields = <Fragment key={key}>{children(form)}</Fragment>;
  return (
    <Section title={t('record.details')}>
      <FormContainerContext value={{ isPage: true, isDirty, isReadOnly, submit }}>
        <fieldset disabled={isReadOnly} className={classes['form']}>
          {fields}
        </fieldset>
      </FormContainerContext>
    </Section>
  );
}
