import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './recovery-codes.module.css';

/** Recovery codes, which are displayed only once, with buttons to copy and download them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser allows copying only at secure addresses. The download is an alternative.
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t('twoFactor.codesOnce')}</Text>
      <ul className={classes['codes']} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'twoFactor.codesCopied' : 'twoFactor.copyCodes')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} />}
        >
          {t('twoFactor.downloadCodes')}
        </Button>
      </Group>
    </Stack>
  );
}
