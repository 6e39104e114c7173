import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { en } from '../../i18n/en/index.ts';
import classes from './placeholder-screen.module.css';

export interface PlaceholderScreenProps {
  readonly title: keyof typeof en.screens;
}

/** A screen whose content is still to come: its title and a calm word. */
export function PlaceholderScreen({ title }: PlaceholderScreenProps) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={1}>{t(`screens.${title}`)}</Title>
      <div className={classes['empty']}>
        <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true" className={classes['drawing']}>
          <path d="M48 14c-9-6-20-9-34-9v46c14 0 25 3 34 9 9-6 20-9 34-9V5c-14 0-25 3-34 9Z" />
          <path d="M48 14v46M24 19c6 .4 11 1.500 15 3.200M24 29c6 .4 11 1.500 15 3.200M72 19c-6 .4-11 1.500-15 3.200" />
        </svg>
        <Title order={2}>{t('layout.nothingHereTitle')}</Title>
        <Text c="dimmed" maw="26rem">
          {t('layout.nothingHereText')}
        </Text>
      </div>
    </>
  );
}
