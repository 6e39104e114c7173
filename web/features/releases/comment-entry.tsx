import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  commentEndpoints,
  commentMessages,
  permissionToManageComments,
  type ReleaseComment,
} from '#contract/releases/comments';
import type { Release } from '#contract/releases/releases';
import { useLocale } from '#web/core/components/use-locale.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentText } from './comment-text.tsx';
import classes from './comments.module.css';
import type { MentionableUsers } from './use-mentionable-users.ts';
import { useReleaseRequest } from './use-release-request.ts';

export interface CommentEntryProps {
  readonly release: Release;
  readonly comment: ReleaseComment;
  readonly mentionable: MentionableUsers;
  /** True if the address of the page refers to this comment. */
  readonly isTarget: boolean;
  readonly onChanged: () => void;
  /** Receives the focus after the comment is deleted. */
  readonly onDeleted: () => void;
}

/** A comment with its author and time. Authors edit and delete their own comments. */
export function CommentEntry({
  release,
  comment,
  mentionable,
  isTarget,
  onChanged,
  onDeleted,
}: CommentEntryProps) {
  const { t } = useTranslation();
  const format = dateTimeFormat(useLocale());
  const { send, isBusy } = useReleaseRequest(release, onChanged);
  const [isEditing, setEditing] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const entry = useRef<HTMLLIElement>(null);
  const ownId = useAppSelector(({ auth }) => auth.user?.id);
  const mayEdit = usePermission('releases:edit');
  const mayManage = usePermission(permissionToManageComments);
  const { id, user, created_at, edited_at, version } = comment;
  const isOwn = user !== null && user.id === ownId;
  const name = user?.name ?? t('releases.deletedUser');
  const time = format.format(new Date(created_at));
  const close = () => {
    setEditing(false);
    entry.current?.focus();
  };
  return (
    <li
      ref={entry}
      id={`comment-${id}`}
      tabIndex={-1}
      className={classes['entry']}
      data-target={isTarget || undefined}
    >
      <div className={classes['head']}>
        <div className={classes['names']}>
          <Text fw={600}>
            <UserText>{name}</UserText>
          </Text>
          <Text span size="sm" c="dimmed">
            <time dateTime={created_at}>{time}</time>
          </Text>
          {edited_at !== null && (
            <Text span size="sm" c="dimmed">
              {t('releases.edited', { time: format.format(new Date(edited_at)) })}
            </Text>
          )}
        </div>
        {mayEdit && !isEditing && (isOwn || mayManage) && (
          <div className={classes['actions']}>
            {isOwn && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('releases.editCommentOf', { user: name, time })}
                onClick={() => setEditing(true)}
              >
                {t('releases.editComment')}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-sm"
              disabled={isBusy}
              aria-label={t('releases.deleteCommentOf', { user: name, time })}
              onClick={() => setConfirming(true)}
            >
              {t('releases.deleteComment')}
            </Button>
          </div>
        )}
      </div>
      {isEditing ? (
        <CommentBox
          comment={comment}
          mentionable={mentionable}
          isBusy={isBusy}
          onCancel={close}
          onSubmit={async (text, onError) => {
            const isSaved = await send({
              endpoint: commentEndpoints.update,
              done: commentMessages.updated,
              comment: id,
              json: { text, version },
              onError,
            });
            if (isSaved) close();
            return isSaved;
          }}
        />
      ) : (
        <CommentText comment={comment} />
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('releases.deleteCommentTitle')}
        text={t('releases.deleteCommentText')}
        confirm={t('releases.deleteComment')}
        cancel={t('ui.cancel')}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          void send({
            endpoint: commentEndpoints.remove,
            done: commentMessages.deleted,
            comment: id,
          }).then((isDeleted) => isDeleted && onDeleted());
        }}
      />
    </li>
  );
}
