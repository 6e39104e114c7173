import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, role as roleSchema, roleCreate, roleEndpoints } from '#contract/people/roles';
import { useApi } from '../../api/api-context.ts';
import { type ApiFailure, isVersionConflict, toFailure } from '../../api/api-error.ts';
import { readData } from '../../api/client.ts';
import { maxLengthOf, schemaErrors } from '../../lib/schema-limits.ts';
import { useFormValues } from '../../lib/use-form-values.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectPermissions } from '../../store/permissions.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { EditorAlert } from '../../widgets/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '../../widgets/editor-dialog.tsx';
import { PermissionMatrix } from '../../widgets/permission-matrix.tsx';
import { useRoleName } from '../../widgets/use-role-name.ts';

export interface RoleDialogProps {
  /** Undefined closes it. Each opening is a new object and begins with a fresh form. */
  readonly target: EditorTarget<Role> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Makes a role, or changes one and with it what everybody who has it may do. */
export function RoleDialog({ target, onClose, onSaved }: RoleDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      target={target}
      title={(isNew) => t(isNew ? 'roles.newTitle' : 'roles.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <RoleForm form={form} />}
    </EditorDialog>
  );
}

const toValues = (role: Role | undefined) => ({
  name: role?.name ?? '',
  permissions: role?.permissions ?? [],
  requires_second_factor: role?.requires_second_factor ?? false,
});

function RoleForm({ form }: { readonly form: EditorForm<Role> }) {
  const { item: role, onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const roleName = useRoleName();
  const own = useAppSelector(selectPermissions);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const onEdit = useCallback(() => setDirty(true), []);
  const { values, errors, setErrors, input, set } = useFormValues(() => toValues(role), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);
  const isFixed = role?.is_built_in === true;
  const at = (path: string) => path.replace(':id', String(role?.id));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const field = event.currentTarget.elements.namedItem('name');
    const sent = { ...values, name: values.name.trim() };
    const found = schemaErrors(roleCreate, sent);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setSaving(true);
    try {
      if (role) {
        const { method, path } = roleEndpoints.update;
        const { requires_second_factor } = sent;
        const json = { ...(isFixed ? { requires_second_factor } : sent), version: role.version };
        await client.call({ method, path: at(path), json });
      } else await client.call({ ...roleEndpoints.create, json: sent });
      form.onSaved(role);
    } catch (error) {
      const failed = toFailure(error, t('roles.saveFailed'));
      setFailure(failed);
      setErrors(failed.errors ?? {});
    }
    setSaving(false);
  };
  const reload = async () => {
    const { method, path } = roleEndpoints.get;
    try {
      form.onReload(roleSchema.parse(readData(await client.call({ method, path: at(path) }))));
    } catch (error) {
      setFailure(toFailure(error, t('roles.saveFailed')));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages: failure
              ? [failure.message, ...Object.values(failure.errors ?? {})]
              : Object.values(errors),
            isConflict: role !== undefined && failure !== undefined && isVersionConflict(failure),
            reload,
            hasDraft: false,
            discardDraft: () => undefined,
          }}
        />
        <TextInput
          {...input('name')}
          value={isFixed ? roleName(values.name) : values.name}
          label={t('roles.name')}
          required
          disabled={isFixed}
          data-autofocus
          maxLength={maxLengthOf(roleCreate, 'name') ?? 255}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <Text component="legend" fw={600} size="sm">
            {t('roles.permissions')}
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t(isFixed ? 'roles.builtInHint' : 'roles.permissionsHint')}
          </Text>
          <PermissionMatrix
            granted={new Set(values.permissions)}
            offered={own}
            isReadOnly={isFixed}
            onChange={(permission, isGranted) => {
              const others = values.permissions.filter((one) => one !== permission);
              set('permissions', isGranted ? [...others, permission] : others);
            }}
          />
        </fieldset>
        <Checkbox
          label={t('roles.requiresFactor')}
          description={t('roles.requiresFactorHint')}
          checked={values.requires_second_factor}
          onChange={(event) => set('requires_second_factor', event.currentTarget.checked)}
        />
        {role && (
          <Text fw={600}>
            {t(isFixed ? 'roles.affectedByFactor' : 'roles.affected', { count: role.user_count })}
          </Text>
        )}
        <FormFoot
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t(role ? 'roles.save' : 'roles.create')}
          busy={t('roles.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
