import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#contract/core/slug';
import { SearchBox } from '#web/ui/search-box.tsx';
import { WindowPager } from '#web/ui/window-pager.tsx';
import classes from './proposal-chapters.module.css';

export interface Choice {
  readonly value: number;
  readonly label: string;
  readonly description: string;
}

export interface ChoiceListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly number[];
  readonly onChoose: (chosenIndexes: readonly number[]) => void;
  /** True allows at most one selected option. */
  readonly isSingle: boolean;
}

const INITIAL_COUNT = 20;

/** The options of a list with up to thousands of entries: searchable, and shown in pages. */
export function ChoiceList({ label, choices, chosen, onChoose, isSingle }: ChoiceListProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  // Starts at the selected option.
  const [requestedStart, setStart] = useState(() => {
    const first = choices.findIndex(({ value }) => chosen.includes(value));
    return first < 0 ? 0 : first - (first % INITIAL_COUNT);
  });
  const foldedSearch = foldText(search);
  const matches = choices.filter((choice) => foldText(choice.label).includes(foldedSearch));
  const start = requestedStart < matches.length ? requestedStart : 0;
  const toggle = (value: number, isChosen: boolean) => {
    if (isSingle) onChoose(isChosen ? [value] : []);
    else
      onChoose(
        isChosen ? [...chosen, value].toSorted((a, b) => a - b) : chosen.filter((item) => item !== value),
      );
  };
  const Control = isSingle ? Radio : Checkbox;
  return (
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      {choices.length > INITIAL_COUNT && (
        <SearchBox
          value={search}
          placeholder={t('imports.pairSearch')}
          label={`${label}: ${t('imports.pairSearch')}`}
          debounceMs={150}
          onSearch={(text) => {
            setSearch(text);
            setStart(0);
          }}
        />
      )}
      {isSingle && (
        <Radio
          size="xs"
          label={t('imports.pairNone')}
          checked={chosen.length === 0}
          onChange={() => onChoose([])}
        />
      )}
      {matches.slice(start, start + INITIAL_COUNT).map(({ value, label: name, description }) => (
        <Control
          key={value}
          size="xs"
          label={name || t('imports.pairUntitled')}
          description={description}
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) => toggle(value, checked)}
        />
      ))}
      {choices.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('imports.pairNone')}
        </Text>
      )}
      {matches.length > INITIAL_COUNT && (
        <WindowPager start={start} size={INITIAL_COUNT} count={matches.length} onChange={setStart} />
      )}
    </fieldset>
  );
}
