import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#contract/core/permissions';
import { UserText } from '#web/ui/user-text.tsx';
import { AnchorList, RecordAnchor } from './record-anchor.tsx';

export interface NameLinksProps {
  readonly kind: ResourceName;
  readonly entries: readonly { readonly id: number; readonly name: string; readonly detail: string }[];
}

/** Names of records that link to their pages. */
export function NameLinks({ kind, entries }: NameLinksProps) {
  const { t } = useTranslation();
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('record.noContent')}
      </Text>
    );
  return (
    <AnchorList>
      {entries.map(({ id, name, detail }) => (
        <li key={id}>
          <RecordAnchor kind={kind} id={id}>
            <UserText>{name}</UserText>
          </RecordAnchor>{' '}
          <Text span size="sm" c="dimmed">
            {detail}
          </Text>
        </li>
      ))}
    </AnchorList>
  );
}
