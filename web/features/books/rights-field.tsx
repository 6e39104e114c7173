import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import {
  Button,
  type ComboboxItem,
  type ComboboxParsedItem,
  MultiSelect,
  NativeSelect,
  type OptionsFilter,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findRightError, MAX_RIGHTS } from '#contract/books/rights';
import { isCountry } from '#contract/core/countries';
import { countryOptions, regionOptions } from '#web/core/lib/territory-names.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { newRightRow, type RightRow, toRightRows, toRightsText } from './right-rows.ts';
import classes from '#web/ui/field-groups.module.css';

export interface RightsFieldProps {
  /** The rights as text. */
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
}

/** The rights of a book, one row each. */
export function RightsField({ value, isInvalid, onChange }: RightsFieldProps) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => toRightRows(value));
  // Another value comes from a discarded edit or a newer version.
  const current = toRightsText(rows) === value ? rows : toRightRows(value);
  const list = useRef<HTMLDivElement>(null);
  const [addedKey, setAddedKey] = useState<string>();
  useEffect(() => {
    if (addedKey !== undefined) list.current?.querySelector<HTMLElement>(`#right-${addedKey}`)?.focus();
  }, [addedKey]);

  const set = (next: readonly RightRow[]) => {
    setRows(next);
    onChange(toRightsText(next));
  };
  const add = () => {
    const row = newRightRow(current);
    set([...current, row]);
    setAddedKey(row.key);
  };
  const remove = (row: RightRow) => {
    set(current.filter((other) => other !== row));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const error = isInvalid ? findRightError(value) : undefined;

  return (
    <div ref={list} className={classes['field']}>
      {current.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('books.noRights')}
        </Text>
      )}
      {current.map((row, index) => (
        <RightFields
          key={row.key}
          row={row}
          position={index + 1}
          invalidField={error?.position === index + 1 ? error.field : undefined}
          onChange={(changes) =>
            set(current.map((other) => (other === row ? { ...row, ...changes } : other)))
          }
          onRemove={() => remove(row)}
        />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
        disabled={current.length >= MAX_RIGHTS}
        onClick={add}
      >
        {t('books.addRight')}
      </Button>
    </div>
  );
}

interface RightFieldsProps {
  readonly row: RightRow;
  readonly position: number;
  readonly invalidField: NonNullable<ReturnType<typeof findRightError>>['field'] | undefined;
  readonly onChange: (changes: Partial<RightRow>) => void;
  readonly onRemove: () => void;
}

/**
 * Returns the options whose name starts with the typed text, or whose code is it. Other words of a name also count in countries, so that
 * “Germany” finds the country first.
 */
const filter: OptionsFilter = ({ options, search }) => {
  const text = search.trim().toLocaleLowerCase();
  const isFound = ({ value, label }: ComboboxItem) => {
    const name = label.toLocaleLowerCase();
    return (
      name.startsWith(text) ||
      value.toLocaleLowerCase() === text ||
      (isCountry(value) && name.includes(` ${text}`))
    );
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isFound(option) ? [option] : [];
    const items = option.items.filter((item) => isFound(item));
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};

const selectClasses = {
  pill: classes['pill'] ?? '',
  inputField: classes['input'] ?? '',
  options: classes['options'] ?? '',
};
/** The list opens inside the dialog, where screen readers find it. */
const comboboxProps = { withinPortal: false };

interface TerritorySelectProps {
  readonly id?: string;
  readonly label: string;
  readonly groups: readonly { readonly group: string; readonly items: readonly ComboboxItem[] }[];
  readonly value: readonly string[];
  readonly isInvalid: boolean;
  readonly onChange: (value: string[]) => void;
}

/** A list of territories. Its options are rendered after the first focus, because there are hundreds for each right. */
function TerritorySelect({ groups, value, isInvalid, ...props }: TerritorySelectProps) {
  const { t } = useTranslation();
  const [isUsed, setUsed] = useState(false);
  const options = groups.map(({ group, items }) => ({
    group,
    items: isUsed ? [...items] : items.filter((item) => value.includes(item.value)),
  }));
  return (
    <MultiSelect
      {...props}
      className={classes['wide'] ?? ''}
      classNames={selectClasses}
      data={options}
      value={[...value]}
      error={isInvalid}
      searchable
      withScrollArea={false}
      filter={filter}
      nothingFoundMessage={t('books.noTerritory')}
      comboboxProps={comboboxProps}
      onFocus={() => setUsed(true)}
    />
  );
}

function RightFields({ row, position, invalidField, onChange, onRemove }: RightFieldsProps) {
  const { t, i18n } = useTranslation();
  const countries = countryOptions(i18n.language);
  const regions = regionOptions(i18n.language);
  const hasExceptions = row.except.length > 0 || row.territories.some((code) => !isCountry(code));
  return (
    <fieldset className={classes['right']}>
      <legend className={classes['legend']}>{t('books.right', { position })}</legend>
      <TerritorySelect
        id={`right-${row.key}`}
        label={t('books.territories')}
        groups={[
          { group: t('books.regions'), items: regions },
          { group: t('books.countries'), items: countries },
        ]}
        value={row.territories}
        isInvalid={invalidField === 'territories'}
        onChange={(territories) => onChange({ territories })}
      />
      {hasExceptions && (
        <TerritorySelect
          label={t('books.except')}
          groups={[{ group: t('books.countries'), items: countries }]}
          value={row.except}
          isInvalid={invalidField === 'except'}
          onChange={(except) => onChange({ except })}
        />
      )}
      <TextInput
        type="date"
        label={t('books.rightFrom')}
        value={row.from}
        error={invalidField === 'dates'}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <TextInput
        type="date"
        label={t('books.rightTo')}
        value={row.to}
        error={invalidField === 'dates'}
        onChange={({ currentTarget: { value } }) => onChange({ to: value })}
      />
      <NativeSelect
        label={t('books.serviceType')}
        value={row.service}
        data={[
          { value: '', label: t('books.allServices') },
          { value: 'main', label: t('books.mainService') },
          { value: 'backup', label: t('books.backupService') },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ service: value })}
      />
      <IconAction
        color="red"
        label={t('books.removeRight', { position })}
        tooltip={t('ui.remove')}
        icon={<IconX size={16} stroke={1.7} />}
        onClick={onRemove}
      />
    </fieldset>
  );
}
