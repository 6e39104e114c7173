import { Button, Combobox, Group, Stack, Textarea, useCombobox, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commentCreate, type MentionedUser } from '#contract/releases/comments';
import type { ApiErrorDetails } from '#web/core/api/api-error.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import { keyName } from '#web/ui/key-name.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useErrorMessage } from '#web/ui/use-error-message.ts';
import classes from './comments.module.css';
import { mentionQueryAt, suggestedUsers, toStoredText, toTypedText } from './mention-text.ts';
import type { MentionableUsers } from './use-mentionable-users.ts';

export interface CommentBoxProps {
  /** The comment that is edited; undefined for a new one. */
  readonly comment?: { readonly text: string; readonly mentions: readonly MentionedUser[] };
  readonly mentionable: MentionableUsers;
  readonly isBusy: boolean;
  /** Saves the stored form of the text. @returns true after a success */
  readonly onSubmit: (text: string, onError: (apiError: ApiErrorDetails) => void) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/**
 * A text box for a comment. After an `@`, a list suggests users: the arrow keys choose one, Enter inserts it, Escape closes the list. The
 * list is rendered beside the text box, where screen readers find it.
 */
export function CommentBox({ comment, mentionable, isBusy, onSubmit, onCancel }: CommentBoxProps) {
  const { t } = useTranslation();
  const translateError = useErrorMessage();
  const mentions = comment?.mentions ?? [];
  const [text, setText] = useState(() => toTypedText(comment?.text ?? '', mentions));
  const [error, setError] = useState<string>();
  // Undefined while the list is closed.
  const [caret, setCaret] = useState<number>();
  const [activeIndex, setActiveIndex] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const query = caret === undefined ? undefined : mentionQueryAt(text, caret);
  const options = query ? suggestedUsers(mentionable.users, query.text) : [];
  const isOpen = options.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  const optionId = (index: number) => `${listId}-${index}`;

  const isEdited = comment !== undefined;
  useEffect(() => {
    if (!isEdited || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [isEdited]);

  // The caret can only be placed in the new text.
  const nextCaret = useRef<number>(undefined);
  useLayoutEffect(() => {
    const position = nextCaret.current;
    nextCaret.current = undefined;
    if (position !== undefined) field.current?.setSelectionRange(position, position);
  });

  const pick = (label: string) => {
    if (!query || caret === undefined) return;
    const before = `${text.slice(0, query.start)}@${label} `;
    setText(before + text.slice(caret).replace(/^ /, ''));
    setCaret(undefined);
    nextCaret.current = before.length;
  };
  const submit = async () => {
    if (isBusy) return;
    setCaret(undefined);
    const storedText = toStoredText(text, mentionable.users, mentions).trim();
    const problem = schemaErrors(commentCreate, { id: 1, text: storedText })['text'];
    setError(problem);
    if (problem !== undefined) {
      field.current?.focus();
      return;
    }
    const onError = ({ message, errors }: ApiErrorDetails) => setError(errors?.['text'] ?? message);
    if ((await onSubmit(storedText, onError)) && !comment) {
      setText('');
      field.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
      return;
    }
    if (!isOpen) return;
    const move = (step: number) => setActiveIndex((activeIndex + step + options.length) % options.length);
    const active = options[activeIndex];
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && active) pick(active.label);
    else if (key === 'Escape') setCaret(undefined);
    else {
      // The caret moves without a change of the text.
      if (/^(?:Arrow|Home|End|Page)/.test(key)) setCaret(undefined);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Stack gap="xs">
      {/* A refresh of the page can move the text box while the position is computed, which would hide the list. */}
      <Combobox store={combobox} withinPortal={false} hideDetached={false} onOptionSubmit={pick}>
        <Combobox.DropdownTarget>
          <Textarea
            ref={field}
            rows={3}
            resize="vertical"
            label={t(comment ? 'releases.editedComment' : 'releases.comment')}
            description={t(comment ? 'releases.editCommentHint' : 'releases.commentHint', {
              keys: `${keyName('mod')}+${keyName('Enter')}`,
            })}
            value={text}
            error={error === undefined ? undefined : translateError(error)}
            autoComplete="off"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? optionId(activeIndex) : undefined}
            onFocus={mentionable.load}
            onBlur={() => setCaret(undefined)}
            onClick={() => setCaret(undefined)}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget: { value, selectionStart } }) => {
              setText(value);
              setCaret(selectionStart);
              setActiveIndex(0);
              setError(undefined);
            }}
          />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          <Combobox.Options id={listId} aria-label={t('releases.mentionUsers')}>
            {options.map(({ label, user }, index) => (
              <Combobox.Option
                key={user.id}
                id={optionId(index)}
                value={label}
                selected={index === activeIndex}
                aria-selected={index === activeIndex}
                className={classes['option'] ?? ''}
              >
                <ClampedText>{label}</ClampedText>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <VisuallyHidden component="output">
        {isOpen ? t('releases.mentionCount', { count: options.length }) : ''}
      </VisuallyHidden>
      {mentionable.hasFailed && (
        <SearchFailed text={t('releases.mentionsFailed')} onRetry={mentionable.retry} />
      )}
      <Group gap="xs">
        <Button disabled={isBusy} onClick={() => void submit()}>
          {t(comment ? 'releases.saveComment' : 'releases.addComment')}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
