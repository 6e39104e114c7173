import '@mantine/core/styles/Radio.layer.css';
import { Loader, Radio, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SearchFailed } from '#web/ui/search-failed.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { useEnterPick } from '../use-enter-pick.ts';
import {
  type AddedRecord,
  listOfChallenge,
  listOfCollection,
  listOfStoryBook,
  type TargetList,
} from './add-values.ts';
import classes from './add-to.module.css';
import type { TargetRecord } from './target-records.ts';

export interface TargetSearch {
  readonly text: string;
  readonly records: readonly TargetRecord[];
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

export interface TargetPickerProps {
  readonly target: AddTarget;
  readonly added: AddedRecord;
  readonly search: TargetSearch;
  readonly onSearch: (text: string) => void;
  readonly pickedId: number | undefined;
  readonly onPick: (record: TargetRecord) => void;
  /** Called with the first result after Enter in the search box. */
  readonly onEnterPick: (record: TargetRecord) => void;
}

const moduleOf = {
  collections: 'collections',
  'story-books': 'storyBooks',
  challenges: 'challenges',
  'mobile-configs': 'mobileConfigs',
} as const satisfies Record<AddTarget, string>;

/** Returns the list of a record; undefined for home screens, which have one list per block. */
function listOf(record: TargetRecord, addedRecord: AddedRecord): TargetList | undefined {
  if (record.target === 'collections') return listOfCollection(record.item, addedRecord);
  if (record.target === 'challenges') return listOfChallenge(record.item, addedRecord);
  return record.target === 'story-books' ? listOfStoryBook(record.item, addedRecord) : undefined;
}

const isComplete = (record: TargetRecord, addedRecord: AddedRecord): boolean =>
  record.target !== 'story-books' && listOf(record, addedRecord)?.position !== undefined;

/** Searches for the record to add to. Records that already contain the added record cannot be selected. */
export function TargetPicker(props: TargetPickerProps) {
  const { target, added, search, onSearch, pickedId, onPick, onEnterPick } = props;
  const { text, records, isSearching, hasFailed, retry } = search;
  const { t } = useTranslation();
  const noteForTarget = useNote(added);
  const module = moduleOf[target];
  const onEnter = useEnterPick({
    searched: text,
    isSearching,
    pickFirst: () => {
      const first = records.find((record) => !isComplete(record, added));
      if (first) onEnterPick(first);
    },
  });
  return (
    <>
      <SearchBox
        value={text}
        placeholder={t(`${module}.search`)}
        takesFocus
        onSearch={onSearch}
        onEnter={onEnter}
      />
      <output className={classes['status']}>
        {isSearching && records.length === 0 && <Loader size="sm" aria-label={t('ui.loading')} />}
        {!isSearching && !hasFailed && records.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(text === '' ? `${module}.emptyCatalogue` : `${module}.emptyFiltered`)}
          </Text>
        )}
      </output>
      {hasFailed && <SearchFailed onRetry={retry} />}
      {records.length > 0 && (
        <fieldset className={classes['results']} aria-label={t(`history.kinds.${target}`)}>
          {records.map((record) => (
            <Radio
              key={record.item.id}
              name="target"
              value={record.item.id}
              label={<ClampedText>{record.item.title}</ClampedText>}
              description={noteForTarget(record)}
              checked={record.item.id === pickedId}
              disabled={isComplete(record, added)}
              onChange={() => onPick(record)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Returns a function for the note below a result: its size, or the position of the record in it. */
function useNote(addedRecord: AddedRecord) {
  const { t } = useTranslation();
  return (record: TargetRecord): string => {
    if (record.target === 'mobile-configs') {
      const { is_main_service: isMain, config } = record.item;
      const service = t(isMain ? 'mobileConfigs.forMain' : 'mobileConfigs.forBackup');
      return `${service} · ${t('addTo.blocks', { count: config.length })}`;
    }
    const list = listOf(record, addedRecord);
    if (list?.position === undefined) return t('addTo.entries', { count: list?.count ?? 0 });
    if (record.target === 'story-books') return t('addTo.containsBook');
    return t(record.target === 'challenges' ? 'addTo.containsDay' : 'addTo.contains', {
      number: list.position + 1,
    });
  };
}
