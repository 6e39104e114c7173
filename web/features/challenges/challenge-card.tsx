import { Button, Title, UnstyledButton } from '@mantine/core';
import { IconBook2, IconCalendarEvent, IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '#contract/challenges/challenges';
import { firstCharacters } from '#web/core/lib/text-start.ts';
import { ReadMore } from '#web/ui/read-more.tsx';
import { DeleteAction, type RowDeletion } from '#web/ui/row-actions.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { RecordMenu } from '#web/core/components/record-menu.tsx';
import { RecordLink } from '#web/core/components/record-page/record-link.tsx';
import { useCanDelete, useCanEdit } from '#web/core/components/use-permission.ts';
import classes from './challenges-screen.module.css';

export interface ChallengeCardProps {
  readonly challenge: Challenge;
  readonly onPreview: (challenge: Challenge) => void;
  readonly onEdit: (challenge: Challenge) => void;
  readonly onDelete: (challenge: Challenge) => void;
  readonly deletion: RowDeletion | undefined;
}

export function ChallengeCard({ challenge, onPreview, onEdit, onDelete, deletion }: ChallengeCardProps) {
  const { t } = useTranslation();
  const canEdit = useCanEdit('challenges');
  const canDelete = useCanDelete('challenges');
  const { title, description, day_count, items } = challenge;
  // The full image, since the card is wider than the thumbnail.
  const src = challenge.image ?? challenge.thumbnail_url;
  return (
    <li className={classes['card']} data-row tabIndex={-1}>
      {src ? (
        <UnstyledButton
          className={classes['image'] ?? ''}
          aria-label={t('ui.preview', { name: title })}
          onClick={() => onPreview(challenge)}
        >
          <img src={src} alt="" loading="lazy" />
        </UnstyledButton>
      ) : (
        <div className={classes['noImage']} aria-hidden="true">
          <IconTrophy size={32} stroke={1.2} />
        </div>
      )}
      <div className={classes['body']}>
        <div className={classes['head']}>
          <Title order={2} className={classes['title'] ?? ''}>
            <RecordLink kind="challenges" id={challenge.id}>
              <ClampedText>{title}</ClampedText>
            </RecordLink>
          </Title>
          <RecordMenu record={{ kind: 'challenges', id: challenge.id, name: title }} />
        </div>
        <ReadMore text={description} start={firstCharacters(description)} />
        <p className={classes['facts']}>
          <span>
            <IconCalendarEvent size={16} stroke={1.7} aria-hidden="true" />
            {t('challenges.days', { count: day_count ?? 0 })}
          </span>
          <span>
            <IconBook2 size={16} stroke={1.7} aria-hidden="true" />
            {t('challenges.books', { count: items.length })}
          </span>
        </p>
      </div>
      {(canEdit || canDelete) && (
        <footer className={classes['foot']}>
          {canEdit && (
            <Button
              variant="default"
              size="xs"
              data-row-action="edit"
              aria-label={t('challenges.editNamed', { name: title })}
              onClick={() => onEdit(challenge)}
            >
              {t('challenges.edit')}
            </Button>
          )}
          {canDelete && (
            <DeleteAction
              className={classes['delete']}
              label={t('challenges.delete', { name: title })}
              deletion={deletion}
              onClick={() => onDelete(challenge)}
            />
          )}
        </footer>
      )}
    </li>
  );
}
