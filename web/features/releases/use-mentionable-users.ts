import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentEndpoints, type MentionedUser, mentionableUsers } from '#contract/releases/comments';
import { readData } from '#web/core/api/client.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';

export interface MentionableUsers {
  readonly users: readonly MentionedUser[];
  readonly hasFailed: boolean;
  /** Reads the users if they were not read before. */
  readonly load: () => void;
  readonly retry: () => void;
}

const readUsers: Read<readonly MentionedUser[]> = async (client, signal) =>
  mentionableUsers.parse(readData(await client.call({ ...commentEndpoints.users, signal }))).items;

/** Reads the users who can be mentioned when a text box is used for the first time. */
export function useMentionableUsers(): MentionableUsers {
  const { t } = useTranslation();
  const [isNeeded, setNeeded] = useState(false);
  const { value, apiError, retry } = useRemoteRead(isNeeded ? readUsers : undefined, {
    attempted_action: t('releases.mentionsFailed'),
  });
  const load = useCallback(() => setNeeded(true), []);
  return { users: value ?? [], hasFailed: apiError !== undefined, load, retry };
}
