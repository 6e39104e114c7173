import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNameOf } from '#contract/books/language-names';
import { MAX_LANGUAGES } from '#contract/books/localized-texts';
import { languageOptions } from '#web/core/lib/language-options.ts';
import { withCurrentOption } from '#web/core/lib/with-current-option.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { type LocalizedRow, toLocalizedRows, toLocalizedText } from './localized-rows.ts';
import classes from '#web/ui/field-groups.module.css';

/** The texts of a language by name. */
type TextFields = Readonly<
  Record<string, { readonly label: string; readonly max: number; readonly input: 'line' | 'paragraphs' }>
>;

export interface LocalizedTextsFieldProps {
  /** The texts as JSON. */
  readonly value: string;
  readonly fields: TextFields;
  /** Shown without texts. */
  readonly empty: string;
  readonly onChange: (value: string) => void;
}

/** Texts in other languages, one group of fields per language. */
export function LocalizedTextsField({ value, fields, empty, onChange }: LocalizedTextsFieldProps) {
  const { t } = useTranslation();
  const rows = toLocalizedRows(value);
  const list = useRef<HTMLDivElement>(null);
  const set = (next: readonly LocalizedRow[]) => onChange(toLocalizedText(next, Object.keys(fields)));
  const [addedPosition, setAddedPosition] = useState<number>();
  useEffect(() => {
    if (addedPosition !== undefined)
      list.current?.querySelectorAll<HTMLElement>('[data-language]')[addedPosition]?.focus();
  }, [addedPosition]);
  const usedLanguages = new Set(rows.map((row) => row['language']));
  return (
    <div ref={list} className={classes['field']}>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {rows.map((row, index) => (
        <LocalizedFields
          key={index}
          fields={fields}
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
        {t('localizedTexts.addLanguage')}
      </Button>
    </div>
  );
}

interface LocalizedFieldsProps {
  readonly fields: TextFields;
  readonly row: LocalizedRow;
  readonly position: number;
  readonly usedLanguages: ReadonlySet<string | undefined>;
  readonly onChange: (changes: LocalizedRow) => void;
  readonly onRemove: () => void;
}

function LocalizedFields({ fields, row, position, usedLanguages, onChange, onRemove }: LocalizedFieldsProps) {
  const { t } = useTranslation();
  const language = row['language'] ?? '';
  const name = languageNameOf(language) ?? t('localizedTexts.languageOf', { position });
  const options = languageOptions().filter(({ value }) => value === language || !usedLanguages.has(value));
  return (
    <fieldset className={classes['right']}>
      <legend className={classes['legend']}>{name}</legend>
      <NativeSelect
        label={t('localizedTexts.language')}
        data-language
        value={language}
        data={withCurrentOption(
          [{ value: '', label: t('localizedTexts.choose') }, ...options],
          language,
          languageNameOf(language),
        )}
        onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
      />
      <IconAction
        color="red"
        label={t('localizedTexts.remove', { name })}
        tooltip={t('ui.remove')}
        icon={<IconX size={16} stroke={1.7} />}
        onClick={onRemove}
      />
      {Object.entries(fields).map(([field, { label, max, input }]) => {
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
