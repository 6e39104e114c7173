import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reauthenticationEndpoint } from '#contract/auth/reauthentication';
import { providerCallbackPath } from '#contract/auth/providers';
import { messages } from '#contract/core/messages';
import { canUsePasskeys } from '#web/core/api/passkeys.ts';
import { reauthenticationPrompt } from '#web/core/api/reauthentication.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { useReauthentication } from './use-proof.ts';

/** Above all other dialogs, since requests of a dialog can require reauthentication. */
const Z_INDEX = 400;

/** Requests the password or a passkey while a request waits for reauthentication. */
export function ReauthenticationDialog() {
  const { t } = useTranslation();
  const isOpen = useSyncExternalStore(reauthenticationPrompt.subscribe, reauthenticationPrompt.isOpen);
  const cancel = () => reauthenticationPrompt.respond(false);
  return (
    <Modal
      opened={isOpen}
      onClose={cancel}
      title={t('reauthentication.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      zIndex={Z_INDEX}
    >
      <ProofForm onCancel={cancel} />
    </Modal>
  );
}

function ProofForm({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [isVisiting, setVisiting] = useState(false);
  const { sign_in_providers: providers } = useAppSelector(selectSettings);
  const proof = useReauthentication({
    endpoint: reauthenticationEndpoint,
    failed: t('reauthentication.failed'),
    onDone: () => reauthenticationPrompt.respond(true),
  });
  const { errorMessage, setErrorMessage, isRunning } = proof;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The waiting form can be an ancestor in React's tree and would receive the event.
    event.stopPropagation();
    if (password === '') setErrorMessage(messages.passwordRequired);
    else proof.send({ current_password: password });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormAlert messages={errorMessage === undefined ? [] : [errorMessage]} />
        <Text size="sm">{t('reauthentication.lead')}</Text>
        <PasswordField
          label={t('reauthentication.password')}
          value={password}
          isInvalid={errorMessage !== undefined}
          onChange={(value) => {
            setPassword(value);
            setErrorMessage(undefined);
          }}
        />
        {canUsePasskeys() && (
          <Button variant="default" disabled={isRunning} onClick={proof.sendPasskey}>
            {t('reauthentication.usePasskey')}
          </Button>
        )}
        <ProviderLinks providers={providers} onOpen={() => setVisiting(true)} />
        {isVisiting && (
          <Group justify="space-between">
            <Text size="sm">{t('reauthentication.providerHint')}</Text>
            <Button variant="light" onClick={() => reauthenticationPrompt.respond(true)}>
              {t('reauthentication.continue')}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={isRunning}>
            {t(isRunning ? 'reauthentication.confirming' : 'reauthentication.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ProviderLinksProps {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly onOpen: () => void;
}

/** Links that confirm the identity at a provider in a new window, so the waiting form keeps its values. */
function ProviderLinks({ providers, onOpen }: ProviderLinksProps) {
  const { t } = useTranslation();
  return providers.map(({ id, name }) => (
    <Button
      key={id}
      component="a"
      href={`${providerCallbackPath}?reauthenticate=${encodeURIComponent(id)}`}
      target="_blank"
      rel="noopener"
      variant="default"
      onClick={onOpen}
    >
      {t('reauthentication.useProvider', { name })}
    </Button>
  ));
}
