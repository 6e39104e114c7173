import { useTranslation } from 'react-i18next';

/** What a role is called on the screen. On the wire the built-in one that only deletes is called `Remover`. */
export function useRoleName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (name === 'Deleter' ? t('permissions.deletesOnly') : name);
}
