import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '#web/core/components/use-permission.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Shows its content to users who can change settings. */
export function GuardedSettings({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (usePermission('settings:edit')) return children;
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.3} />}
      title={t('settings.forbiddenTitle')}
      text={t('settings.forbiddenText')}
    />
  );
}
