import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { initialLanguages } from '#contract/settings/language-list';
import { IconAction } from '#web/ui/icon-action.tsx';
import classes from './settings.module.css';
import type { LanguageRow } from './setting-values.ts';

const isInitial = (code: number | undefined): boolean =>
  initialLanguages.some((language) => language.code === code);

export interface LanguagesFieldProps {
  readonly rows: readonly LanguageRow[];
  readonly errors: Readonly<Record<string, string>>;
  readonly description: string;
  readonly onChange: (rows: readonly LanguageRow[]) => void;
}

/** The languages of the catalogue. Code and name of the first four cannot be changed. Others can be added and removed. */
export function LanguagesField({ rows, errors, description, onChange }: LanguagesFieldProps) {
  const { t } = useTranslation();
  const addedCount = useRef(0);
  const set = (position: number, change: Partial<LanguageRow>) =>
    onChange(rows.map((row, index) => (index === position ? { ...row, ...change } : row)));
  const add = () => {
    addedCount.current += 1;
    const key = `new-${addedCount.current}`;
    onChange([...rows, { key, short: '', label: '', words_per_minute: '200', is_offered: true }]);
  };
  return (
    <fieldset className={classes['languages']}>
      <legend>{t('settings.languages')}</legend>
      <Text size="sm" c="dimmed">
        {description} {t('settings.speedNote')}
      </Text>
      {errors['languages'] !== undefined && (
        <Text size="sm" c="red">
          {errors['languages']}
        </Text>
      )}
      {rows.map((row, position) => {
        const language = row.label.trim() || t('settings.newLanguage');
        const errorOf = (field: string) => errors[`languages.${position}.${field}`];
        return (
          <div key={row.key} className={classes['languageRow']} data-first={position === 0}>
            <TextInput
              label={t('settings.language')}
              aria-label={t('settings.nameOf', { language })}
              value={row.label}
              readOnly={isInitial(row.code)}
              variant={isInitial(row.code) ? 'filled' : 'default'}
              error={errorOf('label')}
              onChange={({ currentTarget }) => set(position, { label: currentTarget.value })}
            />
            <TextInput
              label={t('settings.code')}
              aria-label={t('settings.codeOf', { language })}
              value={row.short}
              readOnly={isInitial(row.code)}
              variant={isInitial(row.code) ? 'filled' : 'default'}
              error={errorOf('short')}
              onChange={({ currentTarget }) => set(position, { short: currentTarget.value })}
            />
            <TextInput
              label={t('settings.speed')}
              aria-label={t('settings.speedOf', { language })}
              inputMode="numeric"
              value={row.words_per_minute}
              error={errorOf('words_per_minute')}
              onChange={({ currentTarget }) => set(position, { words_per_minute: currentTarget.value })}
            />
            <Checkbox
              label={t('settings.offered')}
              aria-label={t('settings.offeredOne', { language })}
              checked={row.is_offered}
              mb={10}
              onChange={({ currentTarget }) => set(position, { is_offered: currentTarget.checked })}
            />
            {isInitial(row.code) ? (
              <span />
            ) : (
              <IconAction
                label={t('settings.removeLanguage', { language })}
                icon={<IconTrash size={18} stroke={1.7} />}
                onClick={() => onChange(rows.filter((_, index) => index !== position))}
              />
            )}
          </div>
        );
      })}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('settings.addLanguage')}
        </Button>
      </div>
    </fieldset>
  );
}
