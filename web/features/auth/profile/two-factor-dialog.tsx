import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyEndpoints, passkeyMessages, type Passkey } from '#contract/auth/passkeys';
import { newRecoveryCodes, twoFactorEndpoints, twoFactorMessages } from '#contract/auth/two-factor';
import { readData } from '#web/core/api/client.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

/** The actions on second factors. */
export type TwoFactorTask =
  | { readonly kind: 'setUpApp' | 'renewCodes' | 'addPasskey' }
  | { readonly kind: 'removeApp'; readonly hasPasskeys: boolean }
  | { readonly kind: 'renamePasskey' | 'removePasskey'; readonly passkey: Passkey };

export interface TwoFactorDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly task: TwoFactorTask | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Adds or removes second factors, and shows recovery codes once. */
export function TwoFactorDialog({ task, onClose, onDone }: TwoFactorDialogProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const currentTask = useLastDefined(task)?.kind ?? 'setUpApp';
  const close = () => {
    onClose();
    setCodes([]);
  };
  return (
    <Modal
      opened={task !== undefined}
      onClose={close}
      title={t(codes.length > 0 ? 'twoFactor.codes' : `profile.${currentTask}`)}
      closeOnClickOutside={false}
      closeOnEscape={codes.length === 0}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {codes.length > 0 ? (
        <Stack gap="sm">
          <RecoveryCodes codes={codes} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={close}>
              {t('profile.done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        task && (
          <TwoFactorTaskForm
            task={task}
            onCancel={close}
            onDone={(newCodes) => {
              onDone();
              if (newCodes.length > 0) setCodes(newCodes);
              else close();
            }}
          />
        )
      )}
    </Modal>
  );
}

interface TwoFactorTaskFormProps {
  readonly task: TwoFactorTask;
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

function TwoFactorTaskForm({ task, onCancel, onDone }: TwoFactorTaskFormProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = (message: string, codes: readonly string[] = []) => {
    toast('success', message);
    onDone(codes);
  };
  switch (task.kind) {
    case 'setUpApp':
      return (
        <TotpEnrolment onCancel={onCancel} onDone={(codes) => succeed(twoFactorMessages.enrolled, codes)} />
      );
    case 'addPasskey':
      return (
        <PasskeyForm
          passkey={undefined}
          onCancel={onCancel}
          onDone={(codes) => succeed(passkeyMessages.added, codes)}
        />
      );
    case 'renamePasskey':
      return (
        <PasskeyForm
          passkey={task.passkey}
          onCancel={onCancel}
          onDone={() => succeed(passkeyMessages.renamed)}
        />
      );
    case 'removePasskey': {
      const { method, path } = passkeyEndpoints.remove;
      return (
        <ProofForm
          endpoint={{ method, path: path.replace(':id', String(task.passkey.id)) }}
          lead={t('profile.removePasskeyText', { name: task.passkey.name })}
          isDestructive
          submit={t('profile.removePasskey')}
          onCancel={onCancel}
          onDone={() => succeed(passkeyMessages.removed)}
        />
      );
    }
    case 'removeApp':
      return (
        <ProofForm
          endpoint={twoFactorEndpoints.removeTotp}
          lead={t(task.hasPasskeys ? 'profile.removeAppWithPasskeys' : 'profile.removeAppText')}
          isDestructive
          submit={t('profile.removeApp')}
          onCancel={onCancel}
          onDone={() => succeed(twoFactorMessages.removed)}
        />
      );
    default:
      return (
        <ProofForm
          endpoint={twoFactorEndpoints.renewCodes}
          lead={t('profile.renewCodesText')}
          submit={t('profile.renewCodes')}
          onCancel={onCancel}
          onDone={(response) =>
            succeed(twoFactorMessages.codesRenewed, newRecoveryCodes.parse(readData(response)).recovery_codes)
          }
        />
      );
  }
}
