import { Button, Stack } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { visitProvider } from '#web/core/api/provider-sign-in.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';

/** A button for each sign-in provider. Renders nothing if there is none. */
export function ProviderButtons() {
  const { t } = useTranslation();
  const client = useApi();
  const { sign_in_providers: providers } = useAppSelector(selectSettings);
  const [apiError, setApiError] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  if (providers.length === 0) return null;
  const visit = async (id: string) => {
    setRunning(true);
    setApiError(undefined);
    try {
      await visitProvider(client, 'sign_in', id);
    } catch (error) {
      setApiError(toApiErrorDetails(error, t('login.providerFailed')).message);
      setRunning(false);
    }
  };
  return (
    <Stack gap="sm" mt="sm">
      <FormAlert messages={apiError === undefined ? [] : [apiError]} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          disabled={isRunning}
          leftSection={<IconLogin2 size={18} stroke={1.7} />}
          onClick={() => void visit(id)}
        >
          {t('login.useProvider', { name })}
        </Button>
      ))}
    </Stack>
  );
}
