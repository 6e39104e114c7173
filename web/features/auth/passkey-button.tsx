import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { canUsePasskeys, isPromptDismissed, showForSignIn } from '#web/core/api/passkeys.ts';

export interface PasskeyButtonProps {
  /** The challenge of a sign-in that waits for its second step. */
  readonly challenge?: string;
  readonly isDisabled: boolean;
  readonly onShown: (assertion: Awaited<ReturnType<typeof showForSignIn>>) => void;
  readonly onError: (sentence: string) => void;
}

/** Not rendered if the browser or the address does not support passkeys. */
export function PasskeyButton({ challenge, isDisabled, onShown, onError }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const client = useApi();
  if (!canUsePasskeys()) return null;
  const requestPasskey = async () => {
    try {
      onShown(await showForSignIn(client, challenge));
    } catch (error) {
      if (!isPromptDismissed(error)) onError(toApiErrorDetails(error, t('login.passkeyFailed')).message);
    }
  };
  return (
    <Button
      variant="default"
      fullWidth
      disabled={isDisabled}
      leftSection={<IconFingerprint size={18} stroke={1.7} />}
      onClick={() => void requestPasskey()}
    >
      {t('login.usePasskey')}
    </Button>
  );
}
