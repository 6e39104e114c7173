import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

export interface CodeFieldProps {
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
  /** True for a recovery code (groups of letters and digits) instead of six digits. */
  readonly isRecovery?: boolean;
  /** The label and hint of a field that accepts both kinds of codes. */
  readonly both?: { readonly label: string; readonly hint: string };
  readonly ref?: Ref<HTMLInputElement>;
}

/** A one-time code: six digits of an authenticator app, with a numeric keyboard on phones, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  const { value, isInvalid, onChange, isRecovery = false, both, ref } = props;
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref ?? null}
      label={both?.label ?? t(isRecovery ? 'twoFactor.recoveryCode' : 'twoFactor.code')}
      description={both?.hint ?? (isRecovery ? undefined : t('twoFactor.codeHint'))}
      value={value}
      error={isInvalid}
      aria-invalid={isInvalid}
      maxLength={60}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery || both ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
