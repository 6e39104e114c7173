import { Checkbox, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import { type Role, role as roleSchema, roleCreate, roleEndpoints } from '#contract/users/roles';
import { useApi } from '#web/core/api/api-context.ts';
import { readData } from '#web/core/api/client.ts';
import { maxLengthOf } from '#web/core/lib/schema-limits.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectPermissions } from '#web/core/store/permissions.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { PermissionMatrix } from '#web/core/components/permission-matrix.tsx';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
import { useRoleName } from '#web/core/components/use-role-name.ts';

export interface RoleDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Role> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Creates or changes a role. A change applies to all users of the role. */
export function RoleDialog({ target, onClose, onSaved }: RoleDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
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
  requires_two_factor: role?.requires_two_factor ?? false,
});

function RoleForm({ form }: { readonly form: EditorForm<Role> }) {
  const { item: role } = form;
  const { t } = useTranslation();
  const client = useApi();
  const roleName = useRoleName();
  const own = useAppSelector(selectPermissions);
  const { get, create, update } = roleEndpoints;
  const { values, input, set, submit, editor } = useRequestForm(form, {
    initial: () => toValues(role),
    schema: roleCreate,
    failures: { save: t('roles.saveFailed'), load: t('roles.saveFailed') },
    read: async () =>
      roleSchema.parse(readData(await client.call({ method: get.method, path: pathOf(get, role?.id ?? 0) }))),
  });
  const isFixed = role?.is_built_in === true;
  const payload = { ...values, name: values.name.trim() };

  const send = async () => {
    const { requires_two_factor } = payload;
    const json = { ...(isFixed ? { requires_two_factor } : payload), version: role?.version };
    await client.call(
      role ? { method: update.method, path: pathOf(update, role.id), json } : { ...create, json: payload },
    );
    form.onSaved(role);
  };

  return (
    <EditorFields
      editor={editor}
      onSubmit={(event) => void submit(event, payload, send)}
      submit={t(role ? 'roles.save' : 'roles.create')}
      busy={t('roles.saving')}
    >
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
            const others = values.permissions.filter((item) => item !== permission);
            set('permissions', isGranted ? [...others, permission] : others);
          }}
        />
      </fieldset>
      <Checkbox
        label={t('roles.requiresTwoFactor')}
        description={t('roles.requiresTwoFactorHint')}
        checked={values.requires_two_factor}
        onChange={(event) => set('requires_two_factor', event.currentTarget.checked)}
      />
      {role && (
        <Text fw={600}>
          {t(isFixed ? 'roles.affectedByTwoFactor' : 'roles.affected', { count: role.user_count })}
        </Text>
      )}
    </EditorFields>
  );
}
