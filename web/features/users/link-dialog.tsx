import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountLink } from '#contract/auth/account-links';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { CopyField } from '#web/ui/copy-field.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

export interface CreatedLink {
  readonly name: string;
  readonly link: AccountLink;
}

/** A link that is displayed only once, with a copy button. */
export function LinkDialog({
  shown,
  onClose,
}: {
  readonly shown: CreatedLink | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const last = useLastDefined(shown);
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={t('users.linkTitle', { name: last?.name ?? '' })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {last && <LinkContent key={last.link.path} {...last} onClose={onClose} />}
    </Modal>
  );
}

function LinkContent({ name, link, onClose }: CreatedLink & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const until = dateTimeFormat(locale).format(new Date(link.expires_at));
  return (
    <Stack gap="sm">
      <Text>{t(link.kind === 'invitation' ? 'users.linkInvitation' : 'users.linkPassword', { name })}</Text>
      <CopyField label={t('users.link')} value={`${window.location.origin}${link.path}`} />
      <Text size="sm" c="dimmed">
        {t('users.linkOnce', { until })}
        {link.is_mailed && ` ${t('users.linkMailed')}`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('users.done')}</Button>
      </Group>
    </Stack>
  );
}
