import { NativeSelect, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkChanges } from '#contract/bulk/bulk';
import { limits } from '#contract/core/limits';
import { BookPublisherFields } from '#web/features/books/book-publisher-fields.tsx';
import { fromChanges } from './bulk-changes.ts';

const removals = { removeImprint: { imprint: '' }, remove: { publisher: '' } } as const satisfies Record<
  string,
  BulkChanges
>;
const actions = ['set', 'removeImprint', 'remove'] as const;
type Action = (typeof actions)[number];

interface Names {
  readonly publisher: string;
  readonly imprint: string;
}
const noNames: Names = { publisher: '', imprint: '' };

function changesOf(action: Action, names: Names): string | undefined {
  if (action !== 'set') return fromChanges(removals[action]);
  const entries = Object.entries(names).filter(([, name]) => name.trim() !== '');
  return entries.length === 0 ? undefined : fromChanges(Object.fromEntries(entries));
}

/** The new publisher and imprint of the books, or their removal. */
export function BulkPublisherField({ onChange }: { readonly onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>('set');
  const [names, setNames] = useState(noNames);
  // A change of the publisher also sets the imprint.
  const latest = useRef(noNames);
  const set = (name: keyof Names, value: string) => {
    latest.current = { ...latest.current, [name]: value };
    setNames(latest.current);
    onChange(changesOf('set', latest.current));
  };
  return (
    <>
      <NativeSelect
        label={t('books.select.action')}
        data-autofocus
        value={action}
        data={actions.map((value) => ({ value, label: t(`books.select.publisherActions.${value}`) }))}
        onChange={({ currentTarget }) => {
          const next = actions.find((value) => value === currentTarget.value) ?? 'set';
          setAction(next);
          onChange(changesOf(next, names));
        }}
      />
      {action === 'set' && (
        <>
          <BookPublisherFields
            editor={{
              values: names,
              text: (name) => ({ name, value: names[name], error: false, maxLength: limits.maxNameLength }),
              set,
            }}
            stored={undefined}
          />
          <Text size="sm" c="dimmed">
            {t('books.select.imprintHint')}
          </Text>
        </>
      )}
    </>
  );
}
