import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNameOf } from '#contract/books/language-names';
import { localizedFieldNames, localizedFields, MAX_LANGUAGES } from '#contract/books/localized-texts';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { languageOptions } from './language-options.ts';
import { type LocalizedRow, toLocalizedRows, toLocalizedText } from './localized-rows.ts';
import classes from './rights-field.module.css';

export interface LocalizedTextsFieldProps {
  /** The texts as JSON. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The texts of a book in other languages, one group of fields per language. */
export function LocalizedTextsField({ value, onChange }: LocalizedTextsFieldProps) {
  const { t } = useTranslation();
  const rows = toLocalizedRows(value);
  const list = useRef<HTMLDivElement>(null);
  const set = (next: readonly LocalizedRow[]) => onChange(toLocalizedText(next));
  const [addedPosition, setAddedPosition] = useState<number>();
  useEffect(() => {
    if (addedPosition !== undefined)
      list.current?.querySelectorAll<HTMLElement>('[data-language]')[addedPosition]?.focus();
  }, [addedPosition]);
  const usedLanguages = new Set(rows.map(({ language }) => language));
  return (
    <div ref={list} className={classes['field']}>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('books.noLocalizedTexts')}
        </Text>
      )}
      {rows.map((row, index) => (
        <LocalizedFields
          key={index}
          row={row}
          position={index + 1}
          usedLanguages={usedLanguages}
          onChange={(changes) => set(rows.map((other) => (other === row ? { ...row, ...changes } : other)))}
          onRemove={() => {
            set(rows.filter((other) => other !== row));
            setAddedPosition(undefined);
            list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
          }}
        />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        data-add
        leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
        disabled={rows.length >= MAX_LANGUAGES}
        onClick={() => {
          set([...rows, {}]);
          setAddedPosition(rows.length);
        }}
      >
        {t('books.addLanguage')}
      </Button>
    </div>
  );
}

interface LocalizedFieldsProps {
  readonly row: LocalizedRow;
  readonly position: number;
  readonly usedLanguages: ReadonlySet<string | undefined>;
  readonly onChange: (changes: LocalizedRow) => void;
  readonly onRemove: () => void;
}

function LocalizedFields({ row, position, usedLanguages, onChange, onRemove }: LocalizedFieldsProps) {
  const { t } = useTranslation();
  const { language = '' } = row;
  const name = languageNameOf(language) ?? t('books.languageOfTexts', { position });
  const options = languageOptions().filter(({ value }) => value === language || !usedLanguages.has(value));
  return (
    <fieldset className={classes['right']}>
      <legend className={classes['legend']}>{name}</legend>
      <NativeSelect
        label={t('books.language')}
        data-language
        value={language}
        data={withCurrentOption(
          [{ value: '', label: t('books.chooseLanguage') }, ...options],
          language,
          languageNameOf(language),
        )}
        onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
      />
      <IconAction
        color="red"
        label={t('books.removeLanguage', { name })}
        tooltip={t('ui.remove')}
        icon={<IconX size={16} stroke={1.7} />}
        onClick={onRemove}
      />
      {localizedFieldNames.map((field) => {
        const { label, max, input } = localizedFields[field];
        const props = {
          label,
          lang: language,
          maxLength: max,
          value: row[field] ?? '',
          className: classes['wide'] ?? '',
          onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
            onChange({ [field]: currentTarget.value }),
        };
        return input === 'line' ? (
          <TextInput key={field} {...props} />
        ) : (
          <Textarea key={field} {...props} rows={3} />
        );
      })}
    </fieldset>
  );
}
