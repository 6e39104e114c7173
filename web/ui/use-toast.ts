import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSentence } from './use-sentence.ts';

/** Says a sentence in a corner for a while; its header is the kind. */
export function useToast(): (kind: 'success' | 'error', message: string) => void {
  const { t } = useTranslation();
  const say = useSentence();
  return useCallback(
    (kind, message) => {
      notifications.show({
        title: t(`ui.${kind}`),
        message: say(message),
        color: kind === 'success' ? 'green' : 'red',
        closeButtonProps: { 'aria-label': t('ui.close') },
      });
    },
    [t, say],
  );
}
