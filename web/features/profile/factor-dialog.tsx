import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  madeRecoveryCodes,
  secondFactorEndpoints,
  secondFactorMessages,
} from '#contract/people/second-factor';
import { readData } from '../../api/client.ts';
import { useLast } from '../../lib/use-last.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { useToast } from '../../ui/use-toast.ts';
import { ProofForm } from './proof-form.tsx';
import { TotpEnrolment } from './totp-enrolment.tsx';

/** What is done with the second factor. */
export type FactorTask = 'setUp' | 'remove' | 'renew';

const titles = { setUp: 'setUpApp', remove: 'removeApp', renew: 'renewCodes' } as const;

export interface FactorDialogProps {
  /** Undefined closes it. */
  readonly task: FactorTask | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Sets an authenticator app up, removes it, or makes new recovery codes, which it shows once. */
export function FactorDialog({ task, onClose, onDone }: FactorDialogProps) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  const shown = useLast(task) ?? 'setUp';
  const close = () => {
    onClose();
    setCodes(undefined);
  };
  return (
    <Modal
      opened={task !== undefined}
      onClose={close}
      title={t(codes ? 'factor.codes' : `profile.${titles[shown]}`)}
      closeOnClickOutside={false}
      closeOnEscape={codes === undefined}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {codes ? (
        <Stack gap="sm">
          <RecoveryCodes codes={codes} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={close}>
              {t('profile.done')}
            </Button>
          </Group>
        </Stack>
      ) : (
        task && <FactorTaskForm key={task} task={task} onClose={close} onDone={onDone} onCodes={setCodes} />
      )}
    </Modal>
  );
}

function FactorTaskForm({
  task,
  onClose,
  onDone,
  onCodes,
}: Omit<FactorDialogProps, 'task'> & {
  readonly task: FactorTask;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  if (task === 'setUp')
    return (
      <TotpEnrolment
        onCancel={onClose}
        onDone={(codes) => {
          toast('success', secondFactorMessages.enrolled);
          onCodes(codes);
          onDone();
        }}
      />
    );
  const isRemoval = task === 'remove';
  return (
    <ProofForm
      endpoint={isRemoval ? secondFactorEndpoints.removeTotp : secondFactorEndpoints.renewCodes}
      lead={t(isRemoval ? 'profile.removeAppText' : 'profile.renewCodesText')}
      submit={t(isRemoval ? 'profile.removeApp' : 'profile.renewCodes')}
      onCancel={onClose}
      onDone={(answer) => {
        toast('success', isRemoval ? secondFactorMessages.removed : secondFactorMessages.codesRenewed);
        onDone();
        if (isRemoval) onClose();
        else onCodes(madeRecoveryCodes.parse(readData(answer)).recovery_codes);
      }}
    />
  );
}
