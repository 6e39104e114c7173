import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountLink } from '#contract/auth/account-links';
import type { Role } from '#contract/users/roles';
import { invitedUser, userEndpoints, type UserEntry, userEntry, userInvite } from '#contract/users/users';
import type { Permission } from '#contract/core/permissions';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, isVersionConflict, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { maxLengthOf, schemaErrors } from '#web/core/lib/schema-limits.ts';
import { useFormValues } from '#web/core/lib/use-form-values.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { EditorAlert } from '#web/core/components/editor-alert.tsx';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { PermissionMatrix } from '#web/core/components/permission-matrix.tsx';
import { useRoleName } from '#web/core/components/use-role-name.ts';

interface UserFormProps {
  readonly roles: readonly Role[];
  readonly onLink: (name: string, link: AccountLink) => void;
}

export interface UserDialogProps extends UserFormProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<UserEntry> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (isNew: boolean) => void;
}

/** Invites a user, or changes the profile and the permissions of one. */
export function UserDialog({ target, roles, onClose, onLink, onSaved }: UserDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={(isNew) => t(isNew ? 'users.inviteTitle' : 'users.editTitle')}
      onClose={onClose}
      onSaved={onSaved}
    >
      {(form) => <UserForm form={form} roles={roles} onLink={onLink} />}
    </EditorDialog>
  );
}

const toValues = (user: UserEntry | undefined, roles: readonly Role[]) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  // The default of a new user is a role without permissions.
  role: String(user?.role.id ?? roles.find(({ permissions }) => permissions.length === 0)?.id ?? ''),
  added: user?.added ?? [],
  removed: user?.removed ?? [],
});

function UserForm({ form, roles, onLink }: UserFormProps & { readonly form: EditorForm<UserEntry> }) {
  const { item: user, onDirty, onSaving } = form;
  const { t } = useTranslation();
  const client = useApi();
  const roleName = useRoleName();
  const formRef = useRef<HTMLFormElement>(null);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [apiError, setApiError] = useState<ApiErrorDetails>();
  const onEdit = useCallback(() => setDirty(true), []);
  const { values, errors, setErrors, input, set } = useFormValues(() => toValues(user, roles), onEdit);
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useLayoutEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const role = roles.find(({ id }) => String(id) === values.role);
  const ofRole = new Set(role?.permissions);
  const grantedPermissions = new Set(
    [...ofRole, ...values.added].filter((permission) => !values.removed.includes(permission)),
  );
  const permissionSet = (permission: Permission, isGranted: boolean) => {
    const without = (list: readonly Permission[]) => list.filter((item) => item !== permission);
    const isOfRole = ofRole.has(permission);
    set('added', [...without(values.added), ...(isGranted && !isOfRole ? [permission] : [])]);
    set('removed', [...without(values.removed), ...(!isGranted && isOfRole ? [permission] : [])]);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const { name, email, role: role_id, added, removed } = values;
    const invitation = { name: name.trim(), email: email.trim(), role_id: Number(role_id) };
    const inputErrors = schemaErrors(userInvite, invitation);
    setErrors(inputErrors);
    setApiError(undefined);
    if (Object.keys(inputErrors).length > 0) {
      focusFirst();
      return;
    }
    setSaving(true);
    try {
      if (user) {
        const { method, path } = userEndpoints.update;
        const permissions = {
          added: added.filter((permission) => !ofRole.has(permission)),
          removed: removed.filter((permission) => ofRole.has(permission)),
        };
        await client.call({
          method,
          path: path.replace(':id', String(user.id)),
          json: {
            ...(user.is_primary_admin ? { name: invitation.name } : { ...invitation, ...permissions }),
            version: user.version,
          },
        });
        form.onSaved(user);
      } else {
        const invitedAccount = invitedUser.parse(
          readData(await client.call({ ...userEndpoints.invite, json: invitation })),
        );
        form.onSaved(invitedAccount.user);
        onLink(invitedAccount.user.name, invitedAccount.link);
      }
    } catch (error) {
      const saveError = toApiErrorDetails(error, t('users.saveFailed'));
      setApiError(saveError);
      setErrors(saveError.errors ?? {});
      focusFirst();
    }
    setSaving(false);
  };
  const focusFirst = () =>
    requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]')?.focus(),
    );
  const reload = async () => {
    if (!user) return;
    const { method, path } = userEndpoints.get;
    try {
      const response = await client.call({ method, path: path.replace(':id', String(user.id)) });
      form.onReload(userEntry.parse(readData(response)));
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('users.saveFailed')));
    }
  };
  const messages = apiError
    ? [apiError.message, ...Object.values(apiError.errors ?? {})]
    : Object.values(errors);
  const isFixed = user?.is_primary_admin === true;

  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <EditorAlert
          editor={{
            messages,
            isConflict:
              user !== undefined &&
              apiError !== undefined &&
              isVersionConflict(apiError) &&
              apiError.code !== 'record.conflict',
            reload,
            hasAutosave: false,
            discardAutosave: () => undefined,
          }}
        />
        <TextInput
          {...input('name')}
          label={t('users.name')}
          required
          data-autofocus
          maxLength={maxLengthOf(userInvite, 'name') ?? 255}
        />
        <TextInput
          {...input('email')}
          label={t('users.email')}
          type="email"
          required
          disabled={isFixed}
          maxLength={maxLengthOf(userInvite, 'email') ?? 255}
        />
        <NativeSelect
          {...input('role')}
          label={t('users.role')}
          disabled={isFixed}
          data={roles.map(({ id, name }) => ({ value: String(id), label: roleName(name) }))}
        />
        {user && (
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" fw={600} size="sm">
              {t('users.permissions')}
            </Text>
            <Text size="sm" c="dimmed" mb="xs">
              {t('users.permissionsHint')}
            </Text>
            <PermissionMatrix
              granted={isFixed ? new Set(user.permissions) : grantedPermissions}
              ofRole={isFixed ? undefined : ofRole}
              isReadOnly={isFixed}
              onChange={permissionSet}
            />
          </fieldset>
        )}
        <FormActions
          saving={isSaving ? { progress: undefined } : undefined}
          submit={t(user ? 'users.saveSubmit' : 'users.inviteSubmit')}
          busy={t('users.saving')}
          onCancel={form.onCancel}
        />
      </Stack>
    </form>
  );
}
