import { Loader } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { pathOf } from '#contract/core/define-resource';
import {
  commentEndpoints,
  commentMessages,
  comments as commentsSchema,
  type ReleaseComment,
} from '#contract/releases/comments';
import type { Release } from '#contract/releases/releases';
import { readData } from '#web/core/api/client.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { Section } from '#web/ui/sections.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentEntry } from './comment-entry.tsx';
import classes from './comments.module.css';
import { useMentionableUsers } from './use-mentionable-users.ts';
import { useReleaseRequest } from './use-release-request.ts';

/** @param _revision a new one starts a read */
const readerOf = (id: number, _revision: number): Read<readonly ReleaseComment[]> => {
  const { list } = commentEndpoints;
  return async (client, signal) =>
    commentsSchema.parse(readData(await client.call({ method: list.method, path: pathOf(list, id), signal })))
      .items;
};

/** The comments on a release, the oldest first, and a text box for a new one. */
export function CommentsSection({
  release,
  revision,
}: {
  readonly release: Release;
  /** Increases with every change of the release. */
  readonly revision: number;
}) {
  const { t } = useTranslation();
  const { id } = release;
  const read = useMemo(() => readerOf(id, revision), [id, revision]);
  const { value, apiError, retry } = useRemoteRead(read, { attempted_action: t('releases.commentsFailed') });
  const comments = useLastDefined(value);
  const mayComment = usePermission('releases:edit');
  const mentionable = useMentionableUsers();
  const { send, isBusy } = useReleaseRequest(release, retry);
  const list = useRef<HTMLUListElement>(null);
  const { hash } = useLocation();
  const isLoaded = comments !== undefined;

  // Notifications link to a comment, which is loaded after the page.
  useEffect(() => {
    if (!isLoaded || !/^#comment-\d+$/.test(hash)) return;
    const target = document.querySelector<HTMLElement>(hash);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [hash, isLoaded]);

  return (
    <Section title={t('releases.comments')}>
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {!apiError && !comments && <Loader aria-label={t('ui.loading')} />}
      {comments?.length === 0 && (
        <EmptyState
          icon={<IconMessage size={32} stroke={1.3} />}
          title={t('releases.noComments')}
          text={t('releases.noCommentsText')}
        />
      )}
      {comments && (
        <ul ref={list} tabIndex={-1} className={classes['entries']} aria-label={t('releases.comments')}>
          {comments.map((comment) => (
            <CommentEntry
              key={comment.id}
              release={release}
              comment={comment}
              mentionable={mentionable}
              isTarget={hash === `#comment-${comment.id}`}
              onChanged={retry}
              onDeleted={() => list.current?.focus()}
            />
          ))}
        </ul>
      )}
      {mayComment && comments && (
        <CommentBox
          mentionable={mentionable}
          isBusy={isBusy}
          onSubmit={(text, onError) =>
            send({
              endpoint: commentEndpoints.create,
              done: commentMessages.created,
              json: { text },
              onError,
            })
          }
        />
      )}
    </Section>
  );
}
