import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyList } from './keyboard-shortcuts.ts';
import classes from './content-editor.module.css';

export function KeyboardShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contentEditor.keys')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <dl className={classes['keys']}>
        {keyList.map(([name, keys]) => (
          <div key={name}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(`contentEditor.key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes['quiet']}>{t('contentEditor.snapHint')}</p>
    </Modal>
  );
}
