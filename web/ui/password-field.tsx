import { PasswordInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits';

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
  readonly isNew?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that is typed once and can be looked at; its strength is judged by the server. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, isInvalid, onChange, isNew = false, ref } = props;
  const { t } = useTranslation();
  return (
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
}
