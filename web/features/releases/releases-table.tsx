import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openStatuses, type Release } from '#contract/releases/releases';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useReleaseSwitch } from '#web/core/components/release/use-release.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { countFormat } from '#web/core/lib/formats.ts';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { ClampedText, UserText } from '#web/ui/user-text.tsx';
import { IconPencilBolt } from '@tabler/icons-react';
import { ReleaseStatusBadge } from './release-status.tsx';
import { ReleaseTime } from './release-time.tsx';

export function ReleasesTable({ releases }: { readonly releases: readonly Release[] }) {
  const { t } = useTranslation();
  const number = countFormat(useLocale());
  const select = useReleaseSwitch();
  const mayEdit = usePermission('releases:edit');
  const label = {
    name: t('releases.name'),
    status: t('releases.status'),
    time: t('releases.publishTime'),
    changes: t('releases.changes'),
    comments: t('releases.comments'),
    owner: t('releases.owner'),
    actions: t('releases.actions'),
  };
  return (
    <DataTable columns={Object.values(label)} rowsFrom={48}>
      {releases.map((release) => {
        const { id, name, colour, status, publish_at, published_at, time_zone, owner } = release;
        const time = published_at ?? publish_at;
        return (
          <DataRow key={id}>
            <DataCell label={label.name} kind="title">
              <Group gap="xs" wrap="nowrap" align="center">
                <ReleaseDot colour={colour} />
                <Anchor
                  component={Link}
                  to={`/releases/${id}`}
                  c="inherit"
                  fw={600}
                  miw="var(--lectern-target)"
                >
                  <ClampedText isName>{name}</ClampedText>
                </Anchor>
              </Group>
            </DataCell>
            <DataCell label={label.status}>
              <ReleaseStatusBadge status={status} />
            </DataCell>
            <DataCell label={label.time}>
              {time === null ? (
                <Text span size="sm" c="dimmed">
                  {t('releases.unscheduled')}
                </Text>
              ) : (
                <ReleaseTime at={time} zone={time_zone} />
              )}
            </DataCell>
            <DataCell label={label.changes} kind="number">
              {number.format(release.change_count)}
            </DataCell>
            <DataCell label={label.comments} kind="number">
              {number.format(release.comment_count ?? 0)}
            </DataCell>
            <DataCell label={label.owner}>
              <UserText>{owner?.name ?? t('releases.deletedUser')}</UserText>
            </DataCell>
            <DataCell label={label.actions} kind="actions">
              {mayEdit && openStatuses.includes(status) && (
                <IconAction
                  label={t('releases.workIn', { name })}
                  tooltip={t('releases.work')}
                  icon={<IconPencilBolt size={18} stroke={1.7} />}
                  onClick={() => select(id)}
                />
              )}
            </DataCell>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
