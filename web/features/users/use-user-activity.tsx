import { type ReactNode, useState } from 'react';
import { role, roleEndpoints, type Role } from '#contract/users/roles';
import type { AccountLink } from '#contract/auth/account-links';
import { type UserEntry, userMessages } from '#contract/users/users';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { LinkDialog, type CreatedLink } from './link-dialog.tsx';
import { type UserAction, useUserActions } from './use-user-actions.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserConfirmationDialog } from './user-confirmation.tsx';
import { useTranslation } from 'react-i18next';

const readRoles = readWholeList(roleEndpoints.list, role);

export interface UserWork {
  readonly roles: readonly Role[];
  readonly invite: () => void;
  readonly edit: (user: UserEntry) => void;
  readonly start: (user: UserEntry, action: UserAction) => void;
  /** The elements that the screen must render. */
  readonly dialogs: ReactNode;
}

/** Returns the actions on accounts, with their confirmations and dialogs. */
export function useUserWork(options: {
  /** Called after an action. `isLink` is true if a dialog shows the resulting link. */
  readonly onChanged: (isLink: boolean) => void;
  readonly onRemoved?: () => void;
}): UserWork {
  const { t } = useTranslation();
  const toast = useToast();
  const roles = useRemoteRead(readRoles, { attempted_action: t('users.rolesFailed') }).value ?? [];
  const [edited, setEdited] = useState<EditorTarget<UserEntry>>();
  const [link, setLink] = useState<CreatedLink>();

  const onDone = (message: string, action?: UserAction) => {
    toast('success', message);
    if (action === 'remove' && options.onRemoved) options.onRemoved();
    else options.onChanged(false);
  };
  const onLink = (name: string, newLink: AccountLink) => {
    setLink({ name, link: newLink });
    options.onChanged(true);
  };
  const actions = useUserActions({ onDone, onLink });

  return {
    roles,
    invite: () => setEdited({ item: undefined }),
    edit: (item) => setEdited({ item }),
    start: actions.start,
    dialogs: (
      <>
        <UserDialog
          target={edited}
          roles={roles}
          onClose={() => setEdited(undefined)}
          onLink={onLink}
          onSaved={(isNew) => onDone(isNew ? userMessages.invited : userMessages.updated)}
        />
        <UserConfirmationDialog
          confirmation={actions.question}
          onConfirm={actions.confirm}
          onCancel={actions.cancel}
        />
        <LinkDialog shown={link} onClose={() => setLink(undefined)} />
      </>
    ),
  };
}
