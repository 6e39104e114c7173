import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { PasswordStrength } from './password-strength.tsx';

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
  readonly isNew?: boolean;
  /** Of a new one: what belongs to the person and so is guessed first. */
  readonly known?: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that is typed once and can be looked at; how strong a new one is shows while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, isInvalid, onChange, isNew = false, known = [], ref } = props;
  const { t } = useTranslation();
  const field = (
    <PasswordInput
      ref={ref ?? null}
      label={label}
      description={isNew ? t('ui.passwordHint', { count: limits.minPasswordLength }) : undefined}
      value={value}
      error={isInvalid}
      aria-invalid={isInvalid}
      maxLength={limits.maxPasswordLength}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.showPassword'), tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  if (!isNew) return field;
  return (
    <div>
      {field}
      <PasswordStrength password={value} known={known} />
    </div>
  );
}
