import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRefresh, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OpenRecord } from '#contract/presence/presence';
import { listFormat } from '#web/core/lib/formats.ts';
import classes from './presence-notice.module.css';
import { usePresence } from './use-presence.ts';

export interface PresenceNoticeProps extends OpenRecord {
  /** The version of the form. */
  readonly version: number | undefined;
  /** True if the form contains unsaved changes. */
  readonly isDirty: boolean;
  /** Replaces the form with the stored record. */
  readonly onReload: () => void;
}

/** The number of users whose names are listed. */
const MAX_NAMES = 3;

/** Shows who else has the record of a form open, and whether it was changed or deleted since the form was loaded. */
export function PresenceNotice({ kind, id, version, isDirty, onReload }: PresenceNoticeProps) {
  const { t, i18n } = useTranslation();
  const { users, version: current, isDeleted } = usePresence(kind, id);
  const isChanged = version !== undefined && current !== undefined && current > version;
  const names = users.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = users.length - names.length;
  const list = listFormat(i18n.language).format([
    ...names,
    ...(others > 0 ? [t('presence.others', { count: others })] : []),
  ]);
  return (
    <>
      {/* The element exists before its text, so screen readers announce it. */}
      <output className={classes['users']}>
        {users.length > 0 && (
          <>
            <IconUsers size={16} stroke={1.7} aria-hidden="true" />
            <Text span size="sm">
              {t('presence.alsoOpen', { names: list })}
            </Text>
          </>
        )}
      </output>
      {(isChanged || isDeleted) && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
        <Alert role="status" color="yellow" icon={<IconRefresh size={18} />}>
          <Group justify="space-between" gap="xs">
            <Text span size="sm">
              {isDeleted
                ? t('presence.deleted')
                : t(isDirty ? 'presence.changedWhileEditing' : 'presence.changed')}
            </Text>
            {isChanged && (
              <Button variant="default" size="xs" onClick={onReload}>
                {t('ui.loadStored')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
