import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type PreviewLink, previewLink, previewLinkEndpoints } from '#contract/mobile-home/preview-links';
import { readData } from '#web/core/api/client.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { useRevokePreviewLink } from './use-revoke-preview-link.ts';

const linkList = z.object({ items: z.array(previewLink) });

/** The valid links of the user besides the current one, each with a button that revokes it. Not rendered without links. */
export function OtherPreviewLinks({ currentId }: { readonly currentId: number | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const read = useCallback<Read<readonly PreviewLink[]>>(
    async (client, signal) =>
      linkList.parse(readData(await client.call({ ...previewLinkEndpoints.list, signal }))).items,
    [],
  );
  const { value, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('mobileConfigs.shareOthersFailed'),
  });
  const [revokedIds, setRevokedIds] = useState<readonly number[]>([]);
  const { revoke, isRevoking } = useRevokePreviewLink(({ id }) => setRevokedIds((before) => [...before, id]));
  if (apiError) return <SearchFailed text={t('mobileConfigs.shareOthersFailed')} onRetry={retry} />;
  const others = (value ?? []).filter(({ id }) => id !== currentId && !revokedIds.includes(id));
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-preview-links">
      <Title order={3} size="h5" id="other-preview-links" mb="xs">
        {t('mobileConfigs.shareOthers')}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {others.map((link) => {
          const name = link.title === '' ? t('mobileConfigs.untitledHome') : link.title;
          const until = dateTimeFormat(locale).format(new Date(link.expires_at));
          return (
            <Group key={link.id} component="li" justify="space-between" gap="xs" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" lineClamp={2}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {t('mobileConfigs.shareUntil', { until })}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                style={{ flex: 'none' }}
                disabled={isRevoking}
                aria-label={t('mobileConfigs.shareRevokeOne', { name, until })}
                onClick={() => revoke(link)}
              >
                {t('mobileConfigs.shareRevoke')}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </section>
  );
}
