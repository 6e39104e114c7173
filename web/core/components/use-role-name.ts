import { useTranslation } from 'react-i18next';

/** The label of a role. In the API the built-in role that only deletes is called `Remover`. */
export function useRoleName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (name === 'Deleter' ? t('permissions.deletesOnly') : name);
}
