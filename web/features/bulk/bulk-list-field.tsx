import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { detailLabels } from '#contract/books/book-details';
import { SubjectsField } from '#web/core/components/subjects/subjects-field.tsx';
import { fromChanges } from './bulk-changes.ts';

const actions = ['add', 'remove'] as const;
type Action = (typeof actions)[number];

export interface BulkListFieldProps {
  readonly kind: 'subjects' | 'keywords';
  readonly onChange: (value: string | undefined) => void;
}

/** Subjects or keywords that are added to the books, or removed from them. */
export function BulkListField({ kind, onChange }: BulkListFieldProps) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>('add');
  const [text, setText] = useState('');
  const change = (nextAction: Action, nextText: string) => {
    setAction(nextAction);
    setText(nextText);
    onChange(nextText.trim() === '' ? undefined : fromChanges({ [`${nextAction}_${kind}`]: nextText }));
  };
  return (
    <>
      <NativeSelect
        label={t('books.select.action')}
        data-autofocus
        value={action}
        data={actions.map((value) => ({ value, label: t(`books.select.listActions.${value}`) }))}
        onChange={({ currentTarget }) => change(currentTarget.value === 'remove' ? 'remove' : 'add', text)}
      />
      {kind === 'subjects' ? (
        <SubjectsField
          legend={detailLabels.subjects}
          empty={t('books.select.noSubjects')}
          value={text}
          isInvalid={false}
          onChange={(value) => change(action, value)}
        />
      ) : (
        <TextInput
          label={detailLabels.keywords}
          description={t('books.select.keywordsHint')}
          value={text}
          onChange={({ currentTarget }) => change(action, currentTarget.value)}
        />
      )}
    </>
  );
}
