import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListOnHomeScreen, TargetBlock } from './add-values.ts';
import { NEW_BLOCK } from './addition.ts';

export interface BlockFieldProps {
  readonly blocks: readonly TargetBlock[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects a block of a home screen, or a new one. */
export function BlockField({ blocks, value, onChange }: BlockFieldProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('addTo.block')}
      value={value}
      data={[
        ...blocks.map(({ index, title, position }) => ({
          value: String(index),
          label: t(position === undefined ? 'addTo.blockOption' : 'addTo.blockContains', {
            number: index + 1,
            title,
          }),
          disabled: position !== undefined,
        })),
        { value: NEW_BLOCK, label: t('addTo.newBlock') },
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Returns the field value for a list. */
export const keyOfList = ({ kind, id }: ListOnHomeScreen): string => `${kind} ${id}`;

/** Returns the list of a field value; undefined if the value names no list. */
export function listOfKey(key: string): Pick<ListOnHomeScreen, 'kind' | 'id'> | undefined {
  const [kind, id] = key.split(' ');
  return kind === 'collections' || kind === 'challenges' ? { kind, id: Number(id) } : undefined;
}

export interface ListFieldProps {
  readonly lists: readonly ListOnHomeScreen[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects the collection or challenge of a home screen to add the book to. */
export function ListField({ lists, value, onChange }: ListFieldProps) {
  const { t } = useTranslation();
  if (lists.length === 0) return <Text size="sm">{t('addTo.noLists')}</Text>;
  return (
    <NativeSelect
      label={t('addTo.list')}
      value={value}
      data={lists.map((list) => ({
        value: keyOfList(list),
        label: t('addTo.listOption', { block: list.block, title: list.title }),
      }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
