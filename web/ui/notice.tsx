import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSentence } from './use-sentence.ts';

export interface NoticeText {
  readonly kind: 'success' | 'error';
  readonly message: string;
}

export interface NoticeProps {
  /** Undefined shows nothing. */
  readonly notice: NoticeText | undefined;
  readonly onClose: () => void;
}

/** How the last write went, above a list, until it is closed or the next one takes its place. */
export function Notice({ notice, onClose }: NoticeProps) {
  const { t } = useTranslation();
  const say = useSentence();
  if (!notice) return null;
  const isError = notice.kind === 'error';
  return (
    <Alert
      color={isError ? 'red' : 'green'}
      role={isError ? 'alert' : 'status'}
      icon={isError ? <IconAlertCircle size={18} /> : <IconCheck size={18} />}
      mb="sm"
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={onClose}
    >
      {say(notice.message)}
    </Alert>
  );
}
