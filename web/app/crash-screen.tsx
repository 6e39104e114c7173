import { Button, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './crash-screen.module.css';

/** Shown when rendering fails. */
export function CrashScreen({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  return (
    <div className={classes['screen']} role="alert">
      <Title order={1}>{t('messages.unexpected')}</Title>
      <Text c="dimmed" maw="32rem">
        {t('layout.crashText')}
      </Text>
      <Button onClick={() => window.location.reload()}>{t('layout.reload')}</Button>
      <details className={classes['details']}>
        <summary>{t('layout.crashDetails')}</summary>
        <code>{error.message}</code>
      </details>
    </div>
  );
}
