import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { usePermission } from '#web/core/components/use-permission.ts';

/** Replaces a screen for users who cannot manage users. The server also rejects their requests. */
export function ManagersOnly({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return usePermission('users:manage') ? (
    children
  ) : (
    <EmptyState
      icon={<IconLock size={32} stroke={1.3} />}
      title={t('users.forbiddenTitle')}
      text={t('users.forbiddenText')}
    />
  );
}
