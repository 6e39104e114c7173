import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ReleaseComment, splitMentions } from '#contract/releases/comments';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './comments.module.css';

/** The text of a comment. Mentions show the current names of the users. */
export function CommentText({ comment: { text, mentions } }: { readonly comment: ReleaseComment }) {
  const { t } = useTranslation();
  const nameOf = (id: string): string =>
    mentions.find((user) => String(user.id) === id)?.name ?? t('releases.deletedUser');
  return (
    <Text className={classes['text'] ?? ''}>
      {splitMentions(text).map((segment, index) =>
        index % 2 === 0 ? (
          <UserText key={index}>{segment}</UserText>
        ) : (
          <span key={index} className={classes['mention']}>
            <UserText>{`@${nameOf(segment)}`}</UserText>
          </span>
        ),
      )}
    </Text>
  );
}
