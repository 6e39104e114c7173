import { NativeSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListOnHomeScreen, TargetBlock } from './add-values.ts';
import { NEW_BLOCK } from './addition.ts';

export interface BlockFieldProps {
  readonly blocks: readonly TargetBlock[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Returns a function for the options of blocks, with a new one at the end. */
function useBlockOptions() {
  const { t } = useTranslation();
  return (blocks: readonly TargetBlock[]) => [
    ...blocks.map(({ index, title, position }) => ({
      value: String(index),
      label: t(position === undefined ? 'addTo.blockOption' : 'addTo.blockContains', {
        number: index + 1,
        title,
      }),
      disabled: position !== undefined,
    })),
    { value: NEW_BLOCK, label: t('addTo.newBlock') },
  ];
}

/** Selects a block of a home screen, or a new one. */
export function BlockField({ blocks, value, onChange }: BlockFieldProps) {
  const { t } = useTranslation();
  const optionsOf = useBlockOptions();
  return (
    <NativeSelect
      label={t('addTo.block')}
      value={value}
      data={optionsOf(blocks)}
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
  /** The blocks of books; undefined for users who cannot change the home screen. */
  readonly blocks: readonly TargetBlock[] | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects the collection, challenge or block of a home screen to add the book to. */
export function ListField({ lists, blocks, value, onChange }: ListFieldProps) {
  const { t } = useTranslation();
  const optionsOf = useBlockOptions();
  if (lists.length === 0 && !blocks) return <Text size="sm">{t('addTo.noLists')}</Text>;
  return (
    <NativeSelect
      label={t(lists.length === 0 ? 'addTo.block' : blocks ? 'addTo.listOrBlock' : 'addTo.list')}
      value={value}
      data={[
        ...lists.map((list) => ({
          value: keyOfList(list),
          label: t('addTo.listOption', { block: list.block, title: list.title }),
        })),
        ...(blocks ? optionsOf(blocks) : []),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
