import { Alert, Button } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './content-editor.module.css';

const KEY = 'content_editor_hint_read';

/** A short introduction for new users. */
export function FirstHint() {
  const { t } = useTranslation();
  const [isRead, setRead] = useState(() => localStorage.getItem(KEY) !== null);
  if (isRead) return null;
  const close = () => {
    localStorage.setItem(KEY, '1');
    setRead(true);
  };
  return (
    <Alert color="pine" icon={<IconBulb size={18} />} role="note" aria-label={t('contentEditor.firstVisit')}>
      <ul className={classes['hints']}>
        <li>{t('contentEditor.hint1')}</li>
        <li>{t('contentEditor.hint2')}</li>
        <li>{t('contentEditor.hint3')}</li>
      </ul>
      <Button size="compact-xs" variant="default" onClick={close}>
        {t('contentEditor.gotIt')}
      </Button>
    </Alert>
  );
}
