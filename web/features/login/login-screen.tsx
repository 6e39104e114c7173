import { Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/hooks.ts';
import { selectSettings } from '../../store/store.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { LoginForm } from './login-form.tsx';
import classes from './login-screen.module.css';
import { SoundLines } from './sound-lines.tsx';

export function LoginScreen() {
  const { t } = useTranslation();
  const { product_name: product } = useAppSelector(selectSettings);
  useEffect(() => {
    document.title = `${t('login.heading')} · ${product}`;
  }, [t, product]);
  return (
    <div className={classes['screen']}>
      <header className={classes['panel']}>
        <Wordmark name={product} size={34} />
        <SoundLines />
        <p className={classes['tagline']}>{t('login.tagline')}</p>
      </header>
      <main className={classes['main']}>
        <div className={classes['card']}>
          <Title order={1}>{t('login.heading')}</Title>
          <p className={classes['lead']}>{t('login.lead')}</p>
          <LoginForm />
        </div>
      </main>
    </div>
  );
}
