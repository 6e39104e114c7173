import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyEndpoints, passkeyMessages, type Passkey } from '#contract/people/passkeys';
import {
  madeRecoveryCodes,
  secondFactorEndpoints,
  secondFactorMessages,
} from '#contract/people/second-factor';
import { readData } from '../../api/client.ts';
import { useLast } from '../../lib/use-last.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { ProofForm } from './proof-form.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

/** What is done with the second factor. */
export type FactorTask =
  | { readonly kind: 'setUpApp' | 'removeApp' | 'renewCodes' | 'addPasskey' }
  | { readonly kind: 'renamePasskey' | 'removePasskey'; readonly passkey: Passkey };

export interface FactorDialogProps {
  /** Undefined closes it. */
  readonly task: FactorTask | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Sets up or removes what one signs in with beside the password, and shows recovery codes, once. */
export function FactorDialog({ task, onClose, onDone }: FactorDialogProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const shown = useLast(task)?.kind ?? 'setUpApp';
  const close = () => {
    onClose();
    setCodes([]);
  };
  return (
    <Modal
      opened={task !== undefined}
      onClose={close}
      title={t(codes.length > 0 ? 'factor.codes' : `profile.${shown}`)}
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
          <FactorTaskForm
            task={task}
            onCancel={close}
            onDone={(made) => {
              onDone();
              if (made.length > 0) setCodes(made);
              else close();
            }}
          />
        )
      )}
    </Modal>
  );
}

interface FactorTaskFormProps {
  readonly task: FactorTask;
  readonly onCancel: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

function FactorTaskForm({ task, onCancel, onDone }: FactorTaskFormProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const succeed = (message: string, codes: readonly string[] = []) => {
    toast('success', message);
    onDone(codes);
  };
  switch (task.kind) {
    case 'setUpApp':
      return (
        <TotpEnrolment
          onCancel={onCancel}
          onDone={(codes) => succeed(secondFactorMessages.enrolled, codes)}
        />
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
          submit={t('profile.removePasskey')}
          onCancel={onCancel}
          onDone={() => succeed(passkeyMessages.removed)}
        />
      );
    }
    case 'removeApp':
      return (
        <ProofForm
          endpoint={secondFactorEndpoints.removeTotp}
          lead={t('profile.removeAppText')}
          submit={t('profile.removeApp')}
          onCancel={onCancel}
          onDone={() => succeed(secondFactorMessages.removed)}
        />
      );
    default:
      return (
        <ProofForm
          endpoint={secondFactorEndpoints.renewCodes}
          lead={t('profile.renewCodesText')}
          submit={t('profile.renewCodes')}
          onCancel={onCancel}
          onDone={(answer) =>
            succeed(
              secondFactorMessages.codesRenewed,
              madeRecoveryCodes.parse(readData(answer)).recovery_codes,
            )
          }
        />
      );
  }
}
