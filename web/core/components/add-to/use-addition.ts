import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoryReference } from '#contract/story-books/story-books';
import type { ApiClient } from '#web/core/api/client.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import type { AddTarget } from '#web/core/lib/add-targets.ts';
import { useHasPermission } from '../use-permission.ts';
import { useRemoteRead } from '../use-remote-read.ts';
import { type AddedRecord, blocksFor, listsOnHomeScreen } from './add-values.ts';
import { NEW_BLOCK, toAddition } from './addition.ts';
import { keyOfList, listOfKey } from './block-fields.tsx';
import { readList, searchTargets, targetDeclarations } from './target-records.ts';

/** Searches the records of a target. Previous results stay visible while new ones are read. */
export function useTargetSearch(target: AddTarget) {
  const [text, setText] = useState('');
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) => searchTargets(client, target, { text, signal }),
    [target, text],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(read, {
    attempted_action: targetDeclarations[target].messages.fetchFailed,
  });
  const records = useLastDefined(value) ?? [];
  return { text, setText, records, isSearching: isReading, hasFailed: apiError !== undefined, retry };
}

/** Returns a function that reads the list selected in a field. */
function readerOf(key: string) {
  const list = listOfKey(key);
  return list && ((client: ApiClient, signal: AbortSignal) => readList(client, list, signal));
}

/** Returns the fields of the dialog, and the addition that they describe. */
export function useAddition(target: AddTarget, addedRecord: AddedRecord) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const search = useTargetSearch(target);
  const [pickedId, setPickedId] = useState<number>();
  const [block, setBlock] = useState('');
  const [listKey, setListKey] = useState('');
  const [text, setText] = useState<StoryReference>();
  const pickedRecord = search.records.find(({ item }) => item.id === pickedId);
  const home = pickedRecord?.target === 'mobile-configs' ? pickedRecord.item : undefined;

  const blocks =
    home && (addedRecord.kind !== 'books' || may('mobile-configs:edit'))
      ? blocksFor(home, addedRecord)
      : undefined;
  const freeBlock = blocks?.find(({ position }) => position === undefined);
  const currentBlock = block || String(freeBlock?.index ?? NEW_BLOCK);

  const lists =
    home && addedRecord.kind === 'books'
      ? listsOnHomeScreen(home).filter(({ kind }) => may(`${kind}:edit`))
      : undefined;
  const selectedList = lists?.find((listOnHomeScreen) => keyOfList(listOnHomeScreen) === listKey);
  const list = selectedList ?? (block ? undefined : lists?.[0]);
  const currentKey = list ? keyOfList(list) : '';
  const readRecord = useMemo(() => readerOf(currentKey), [currentKey]);
  const listRead = useRemoteRead(readRecord, { attempted_action: t('ui.storedFailed') });

  const addsToList = list !== undefined || (lists !== undefined && !blocks);
  const record = addsToList ? listRead.value : pickedRecord;
  return {
    search,
    picked: pickedRecord,
    pick: (nextId: number) => {
      setPickedId(nextId);
      setBlock('');
      setListKey('');
    },
    blocks: blocks && !lists && { blocks, value: currentBlock, onChange: setBlock },
    lists: lists && {
      lists,
      blocks,
      value: currentKey || currentBlock,
      onChange: (value: string) => {
        setListKey(value);
        setBlock(listOfKey(value) ? '' : value);
      },
    },
    listRead,
    setText,
    addition: record && toAddition(record, addedRecord, { block: currentBlock, text }),
    /** Reads the target again. */
    reload: () => {
      search.retry();
      listRead.retry();
    },
  };
}
