import { useTranslation } from 'react-i18next';

/** Returns a function for the label of a role. The API name of the built-in role that only deletes is `Remover`. */
export function useRoleName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (name === 'Deleter' ? t('permissions.deletesOnly') : name);
}
