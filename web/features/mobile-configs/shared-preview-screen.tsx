import { Alert, Badge, Group, Loader, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { territoryName } from '#web/core/lib/territory-names.ts';
import { languageLabel } from '#contract/core/languages';
import { messages } from '#contract/core/messages';
import { type SharedPreview, previewLinkEndpoints, sharedPreview } from '#contract/mobile-home/preview-links';
import { readData } from '#web/core/api/client.ts';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { timeUntil } from '#web/core/lib/age.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { BlocksPhone } from './blocks-phone.tsx';
import classes from './shared-preview.module.css';

/** The public page of a preview link. It needs no account. The secret is in the fragment of the address. */
export function SharedPreviewScreen() {
  const { t } = useTranslation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  const token = useLocation().hash.slice(1);
  const read = useCallback<Read<SharedPreview>>(
    async (client, signal) =>
      sharedPreview.parse(
        readData(await client.call({ ...previewLinkEndpoints.read, json: { token }, signal })),
      ),
    [token],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(token === '' ? undefined : read, {
    attempted_action: t('mobileConfigs.sharedFailed'),
  });
  const isInvalid = token === '' || apiError?.code === 'preview_links.not_found';
  const title = value?.title === '' ? t('mobileConfigs.untitledHome') : value?.title;
  useDocumentTitle(title ?? t('mobileConfigs.preview'));
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Wordmark name={product} logo={logo_url} />
      </header>
      <main className={classes['main']}>
        <Title order={1} className={classes['title'] ?? ''}>
          {title ?? t('mobileConfigs.preview')}
        </Title>
        {isReading && <Loader aria-label={t('mobileConfigs.sharedLoading')} />}
        {isInvalid && (
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
            {messages.previewLinkInvalid}
          </Alert>
        )}
        {apiError && !isInvalid && <LoadAlert message={apiError.message} onRetry={retry} />}
        {value && <Preview value={value} />}
      </main>
    </div>
  );
}

function Preview({ value }: { readonly value: SharedPreview }) {
  const { t, i18n } = useTranslation();
  const { service, language, country, expires_at, blocks } = value;
  const [now] = useState(() => Date.now());
  return (
    <>
      <Text className={classes['lead'] ?? ''} c="dimmed">
        {t('mobileConfigs.sharedLead', { time: timeUntil(expires_at, now, i18n.language) })}
      </Text>
      <Group gap="xs" justify="center" mb="md">
        <Badge variant="light" color={service === 'main' ? 'green' : 'gray'} tt="none">
          {t(service === 'main' ? 'mobileConfigs.forMain' : 'mobileConfigs.forBackup')}
        </Badge>
        <Badge variant="light" color="gray" tt="none">
          {language === null ? t('ui.allLanguages') : languageLabel(language)}
        </Badge>
        {country !== null && (
          <Badge variant="light" color="gray" tt="none">
            {territoryName(country, i18n.language)}
          </Badge>
        )}
      </Group>
      {blocks.length === 0 ? (
        <Text c="dimmed">{t('mobileConfigs.sharedEmpty')}</Text>
      ) : (
        <div className={classes['phone']}>
          <BlocksPhone blocks={blocks} heading="h2" fillsPhones />
        </div>
      )}
    </>
  );
}
