import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordUses } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import { useLast } from '../../lib/use-last.ts';
import { UsesList } from './uses-list.tsx';

/** A record that is used, and what becomes of the answer. */
export interface AskedUses {
  readonly name: string;
  readonly uses: RecordUses;
  readonly addressOfAll?: ((kind: ResourceName) => string | undefined) | undefined;
  /** True to delete it all the same; what is used where that forbids it has no such answer. */
  readonly answer: (isWanted: boolean) => void;
}

export interface UsesQuestionProps {
  /** Undefined closes it. */
  readonly asked: AskedUses | undefined;
  /** The row that had the focus may be gone by the time the dialog is. */
  readonly onExited: () => void;
}

/** Says what follows from a delete before it happens, or why it does not. */
export function UsesQuestion({ asked, onExited }: UsesQuestionProps) {
  const { t } = useTranslation();
  const shown = useLast(asked);
  if (!shown) return null;
  const { name, uses, addressOfAll, answer } = shown;
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => answer(false)}
      onExitTransitionEnd={onExited}
      title={t(uses.keeps ? 'ui.usesForbidTitle' : 'ui.usesTitle', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <UsesList uses={uses} addressOfAll={addressOfAll} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {t(uses.keeps ? 'ui.close' : 'ui.cancel')}
        </Button>
        {!uses.keeps && (
          <Button color="red" onClick={() => answer(true)}>
            {t('ui.delete')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
