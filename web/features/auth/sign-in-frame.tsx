import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '#web/core/components/use-document-title.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import classes from './login-screen.module.css';
import { AudioLines } from './audio-lines.tsx';

export interface SignInFrameProps {
  readonly heading: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The layout of the screens before the sign-in. */
export function SignInFrame({ heading, lead, children }: SignInFrameProps) {
  const { t } = useTranslation();
  const { product_name: product, logo_url } = useAppSelector(selectSettings);
  useDocumentTitle(heading);
  return (
    <div className={classes['screen']}>
      <header className={classes['panel']}>
        <Wordmark name={product} logo={logo_url} size={34} />
        <AudioLines />
        <p className={classes['tagline']}>{t('login.tagline')}</p>
      </header>
      <main className={classes['main']}>
        <div className={classes['card']}>
          <Title order={1}>{heading}</Title>
          <p className={classes['lead']}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
