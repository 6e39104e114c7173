import { Avatar, Button, Modal, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './profile-panel.module.css';

export interface ProfilePanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Receives the focus after closing, since the menu entry that opened the panel was removed. */
  readonly returnTo: RefObject<HTMLElement | null>;
  readonly name: string;
  readonly email: string | undefined;
  readonly avatar: string | null;
}

export function ProfilePanel({ isOpen, onClose, returnTo, name, email, avatar }: ProfilePanelProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={() => returnTo.current?.focus()}
      title={t('layout.profile')}
      size="24rem"
      centered
      closeButtonProps={{ 'aria-label': t('layout.close') }}
    >
      <div className={classes['card']}>
        <Avatar src={avatar} size={72} alt="" />
        <dl className={classes['facts']}>
          <dt>{t('layout.name')}</dt>
          <dd>{name}</dd>
          <dt>{t('layout.email')}</dt>
          <dd>{email || <Text span>—</Text>}</dd>
        </dl>
      </div>
      <Button component={Link} to="/profile" variant="default" fullWidth mt="md" onClick={onClose}>
        {t('layout.manageAccount')}
      </Button>
    </Modal>
  );
}
