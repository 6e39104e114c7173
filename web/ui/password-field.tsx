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
  /** For a new password: personal data, which is guessed first. */
  readonly known?: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the text. The strength of a new password is shown during typing. */
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
