import { foldText } from '#contract/core/slug';
import { type MentionedUser, mentionOf, splitMentions } from '#contract/releases/comments';

/*
 * Comments are stored with the IDs of mentioned users. Text boxes show `@` and the name instead, followed by the ID if several users
 * have the name.
 */

/** The maximum length of a typed name. */
const MAX_QUERY = 60;
const MAX_SUGGESTIONS = 8;

type Users = readonly MentionedUser[];

/** Returns the users by the text that mentions them in text boxes. */
function usersByLabel(users: Users): Map<string, MentionedUser> {
  const unique = [...new Map(users.map((user) => [user.id, user])).values()];
  const byName = Map.groupBy(unique, ({ name }) => name);
  return new Map(
    unique.map((user) => {
      const isOnly = byName.get(user.name)?.length === 1;
      return [isOnly ? user.name : `${user.name} (${user.id})`, user];
    }),
  );
}

/** Returns the users with the texts that mention them. */
const withLabels = (users: Users): { readonly label: string; readonly user: MentionedUser }[] =>
  [...usersByLabel(users)].map(([label, user]) => ({ label, user }));

/** Returns a stored text as text boxes show it. */
export function toTypedText(text: string, users: Users): string {
  const labelById = new Map(withLabels(users).map(({ label, user }) => [String(user.id), label]));
  return splitMentions(text)
    .map((segment, index) => {
      if (index % 2 === 0) return segment;
      const label = labelById.get(segment);
      return label === undefined ? mentionOf(Number(segment)) : `@${label}`;
    })
    .join('');
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/**
 * Returns the text of a text box in its stored form. Longer names are matched first.
 * @param mentions the users whose labels the text box showed at first
 */
export function toStoredText(typedText: string, users: Users, mentions: Users = []): string {
  const byLabel = new Map([...usersByLabel([...users, ...mentions]), ...usersByLabel(mentions)]);
  if (byLabel.size === 0) return typedText;
  const labels = [...byLabel.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern);
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}_])@(${labels.join('|')})(?![\p{L}\p{N}_])`, 'gu');
  return typedText.replace(pattern, (whole, label: string) => {
    const user = byLabel.get(label);
    return user ? mentionOf(user.id) : whole;
  });
}

export interface MentionQuery {
  /** The index of the `@`. */
  readonly start: number;
  readonly text: string;
}

/** Returns the name that is being typed after an `@` before the caret. */
export function mentionQueryAt(typedText: string, caret: number): MentionQuery | undefined {
  const line = typedText.slice(0, caret);
  const start = line.lastIndexOf('@');
  if (start === -1 || /[\p{L}\p{N}_]$/u.test(line.slice(0, start))) return undefined;
  const text = line.slice(start + 1);
  return text.length > MAX_QUERY || text.includes('\n') ? undefined : { start, text };
}

/** Returns the users with a name, or a word of it, that begins with the typed text. */
export function suggestedUsers(users: Users, query: string): ReturnType<typeof withLabels> {
  // A space after a whole name ends the name.
  const typedName = foldText(query) + (/\s$/u.test(query) ? ' ' : '');
  return withLabels(users)
    .filter(({ label }) => ` ${foldText(label)}`.includes(typedName === ' ' ? '\n' : ` ${typedName}`))
    .slice(0, MAX_SUGGESTIONS);
}
