import { Button, Loader, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownToken, type OwnToken, tokenEndpoints, tokenMessages } from '#contract/auth/profile';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { SectionEntry, SectionList } from '#web/ui/sections.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { TokenDialog } from './token-dialog.tsx';
import { useAccountRequest } from './use-account-request.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateFormat } from '#web/core/lib/formats.ts';

const readTokens = readWholeList(tokenEndpoints.list, ownToken);

/** The API tokens: create, show once, revoke. */
export function TokenList() {
  const { t } = useTranslation();
  const { value, isReading, apiError, retry } = useRemoteRead(readTokens, {
    attempted_action: t('profile.tokensFailed'),
  });
  const { run, isRunning } = useAccountRequest();
  const [isCreating, setCreating] = useState(false);
  const [selectedToken, setSelectedToken] = useState<OwnToken>();
  const currentToken = useLastDefined(selectedToken);

  const revoke = async (token: OwnToken) => {
    setSelectedToken(undefined);
    const { method, path } = tokenEndpoints.remove;
    if (await run({ method, path: path.replace(':id', String(token.id)) }, tokenMessages.revoked)) retry();
  };

  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('profile.tokensLead')}
      </Text>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {isReading && <Loader size="sm" aria-label={t('ui.loading')} />}
      {value?.length === 0 && <Text>{t('profile.noTokens')}</Text>}
      {value && value.length > 0 && (
        <SectionList>
          {value.map((token) => (
            <SectionEntry key={token.id}>
              <TokenInfo token={token} />
              <Button
                variant="default"
                size="xs"
                disabled={isRunning}
                aria-label={t('profile.revokeToken', { name: token.name })}
                onClick={() => setSelectedToken(token)}
              >
                {t('profile.revoke')}
              </Button>
            </SectionEntry>
          ))}
        </SectionList>
      )}
      <Button
        variant="default"
        mt="md"
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={() => setCreating(true)}
      >
        {t('profile.newToken')}
      </Button>
      <TokenDialog isOpen={isCreating} onClose={() => setCreating(false)} onCreated={retry} />
      <ConfirmDialog
        opened={selectedToken !== undefined}
        title={t('profile.revokeTitle', { name: currentToken?.name ?? '' })}
        text={t('profile.revokeText')}
        confirm={t('profile.revoke')}
        cancel={t('ui.cancel')}
        onConfirm={() => selectedToken && void revoke(selectedToken)}
        onCancel={() => setSelectedToken(undefined)}
      />
    </>
  );
}

function TokenInfo({ token }: { readonly token: OwnToken }) {
  const { t, i18n } = useTranslation();
  const [now] = useState(Date.now);
  const locale = useLocale();
  const date = dateFormat(locale).format(new Date(token.expires_at));
  const usedText =
    token.last_used_at === null
      ? t('profile.tokenUnused')
      : t('profile.tokenUsed', { age: ageOf(token.last_used_at, now, i18n) });
  return (
    <div>
      <div>
        {token.name} <code>{token.prefix}…</code>
      </div>
      <Text size="sm" c="dimmed" component="div">
        {usedText} ·{' '}
        {t(Date.parse(token.expires_at) > now ? 'profile.tokenEnds' : 'profile.tokenEnded', { date })}
      </Text>
    </div>
  );
}
