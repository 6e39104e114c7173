import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeLink } from '#contract/people/links';
import { useLast } from '../../lib/use-last.ts';

export interface ShownLink {
  readonly name: string;
  readonly link: MadeLink;
}

/** A link that can be seen only now, to be copied and sent. */
export function LinkDialog({
  shown,
  onClose,
}: {
  readonly shown: ShownLink | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const last = useLast(shown);
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

function LinkContent({ name, link, onClose }: ShownLink & { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const until = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(link.expires_at),
  );
  const address = `${window.location.origin}${link.path}`;

  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Browsers allow it on secure addresses only; what is selected can be copied by keyboard.
    }
  };

  return (
    <Stack gap="sm">
      <Text>{t(link.kind === 'invitation' ? 'users.linkInvitation' : 'users.linkPassword', { name })}</Text>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          ref={field}
          label={t('users.link')}
          value={address}
          readOnly
          data-autofocus
          style={{ flex: 1 }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'users.copied' : 'users.copy')}
        </Button>
      </Group>
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
