import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserState } from '#contract/users/users';

const colors: Readonly<Record<UserState, string>> = { active: 'green', invited: 'blue', suspended: 'gray' };

/** Shows whether a user can sign in. */
export function StatusBadge({ state }: { readonly state: UserState }) {
  const { t } = useTranslation();
  return (
    <Badge color={colors[state]} variant="light" miw="max-content">
      {t(`users.states.${state}`)}
    </Badge>
  );
}
