import '@mantine/core/styles/Switch.layer.css';
import { Button, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type SettingKey, declaredSettings, twoFactorRules } from '#contract/settings/declared';
import type { LanguageEntry } from '#contract/settings/language-list';
import type { Setting } from '#contract/settings/settings';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { selectSettings } from '#web/core/store/store.ts';
import { fileError } from '#web/ui/file-error.ts';
import { ImageField } from '#web/ui/image-field.tsx';
import { LanguagesField } from './languages-field.tsx';
import classes from './settings.module.css';
import { type FieldValue, toField, unitOf } from './setting-values.ts';

export interface SettingFieldProps {
  readonly name: SettingKey;
  readonly setting: Setting;
  readonly value: FieldValue;
  /** The errors by dotted path, as in the response. */
  readonly errors: Readonly<Record<string, string>>;
  readonly isReset: boolean;
  readonly file: File | undefined;
  readonly onFile: (file: File | undefined) => void;
  readonly onChange: (value: FieldValue) => void;
  readonly onReset: () => void;
  /** Called when the stored value is kept. */
  readonly onCancelReset: () => void;
}

/** One setting: its field, its description, its default with the unit, and a reset button. */
export function SettingField(props: SettingFieldProps) {
  const { name, setting, isReset, onReset } = props;
  const { t } = useTranslation();
  const { label } = declaredSettings[name];
  const canReset = setting.is_writable && !isReset && setting.from === 'settings';
  const shownDefault = useShown(name, setting.default);
  return (
    <div className={classes['setting']}>
      <Field {...props} />
      <div className={classes['note']}>
        {setting.is_writable ? (
          <span>{t('settings.defaultIs', { value: shownDefault })}</span>
        ) : (
          <span>{t('settings.fixed', { variable: setting.variable ?? '' })}</span>
        )}
        {canReset && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('settings.resetOne', { label })}
            onClick={onReset}
          >
            {t('settings.reset')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns a value as text with its unit. */
function useShown(name: SettingKey, value: unknown): string {
  const { t } = useTranslation();
  const { languages } = useAppSelector(selectSettings);
  const { kind } = declaredSettings[name];
  const unit = unitOf(name);
  if (kind === 'language') return languages.find(({ code }) => code === value)?.label ?? String(value);
  if (kind === 'service') return t(value === true ? 'settings.backupService' : 'settings.mainService');
  if (kind === 'switch') return t(value === true ? 'settings.on' : 'settings.off');
  if (kind === 'requirement') return t(`settings.requirement.${ruleOf(value)}`);
  if (kind === 'languages')
    return `${(value as readonly LanguageEntry[]).map((item) => `${item.label} ${item.words_per_minute}`).join(', ')} ${unit}`;
  if (value === null || value === '') return t('settings.none');
  if (kind === 'number' && value === 0) return t('settings.off');
  const fieldValue = toField(name, value);
  if (typeof fieldValue !== 'string') return t('settings.none');
  return `${fieldValue}${unit === '' ? '' : ` ${unit}`}`;
}

const ruleOf = (value: unknown) => twoFactorRules.find((rule) => rule === value) ?? 'roles';

function Field({
  name,
  setting,
  value,
  errors,
  isReset,
  file,
  onFile,
  onChange,
  onReset,
  onCancelReset,
}: SettingFieldProps) {
  const { t } = useTranslation();
  const { languages, max_image_bytes } = useAppSelector(selectSettings);
  const { kind, label, reason } = declaredSettings[name];
  const unit = unitOf(name);
  const describedBy = useId();
  const common = { label, description: reason, disabled: !setting.is_writable, error: errors[name] };
  const text = typeof value === 'string' ? value : '';
  if (typeof value !== 'string')
    return <LanguagesField rows={value} errors={errors} description={reason} onChange={onChange} />;
  if (kind === 'image')
    return (
      <ImageField
        label={label}
        description={reason}
        name={name}
        file={file}
        onChange={onFile}
        isRemoved={isReset}
        onRemove={(isRemoved) => (isRemoved ? onReset() : onCancelReset())}
        error={fileError(t, { file, kind: 'image', maxBytes: max_image_bytes }) ?? errors[name]}
        stored={typeof setting.value === 'string' ? setting.value : null}
      />
    );
  if (kind === 'language' || kind === 'service')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={
          kind === 'service'
            ? [
                { value: '1', label: t('settings.backupService') },
                { value: '0', label: t('settings.mainService') },
              ]
            : languages
                .filter(({ code, is_offered }) => is_offered || String(code) === text)
                .map((language) => ({ value: String(language.code), label: language.label }))
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (kind === 'requirement')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={twoFactorRules.map((rule) => ({ value: rule, label: t(`settings.requirement.${rule}`) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (kind === 'switch')
    return (
      <div>
        <Switch
          {...common}
          description={undefined}
          aria-describedby={describedBy}
          checked={text === '1'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? '1' : '0')}
        />
        <Text id={describedBy} size="xs" c="dimmed" mt={4}>
          {reason}
        </Text>
      </div>
    );
  if (kind === 'time_zone')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={[...new Set(['UTC', text, ...Intl.supportedValuesOf('timeZone')])]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const isNumber = kind === 'number' || kind === 'bytes';
  return (
    <TextInput
      {...common}
      value={text}
      {...(isNumber && {
        inputMode: kind === 'bytes' ? 'decimal' : 'numeric',
        rightSection: unit,
        rightSectionWidth: `${unit.length + 2}ch`,
      })}
      {...(kind === 'time' && { type: 'time' })}
      {...(kind === 'address' && { inputMode: 'url', placeholder: 'https://' })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
