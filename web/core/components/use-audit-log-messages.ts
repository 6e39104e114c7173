import { useTranslation } from 'react-i18next';
import type { AuditLogEntry } from '#contract/audit-log/audit-log';
import { fieldName, messageOf } from './audit-log-message.ts';
import { useCustomFields } from './use-custom-fields.ts';

/** Returns functions for the names of fields and the messages of entries, with the labels of custom fields. */
export function useAuditLogMessages() {
  const { t, i18n } = useTranslation();
  const customFields = useCustomFields();
  return {
    fieldName: (field: string) => fieldName(field, customFields),
    messageOf: (entry: AuditLogEntry) => messageOf(entry, { t, language: i18n.language, customFields }),
  };
}
