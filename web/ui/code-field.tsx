import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

export interface CodeFieldProps {
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
  /** Letters and digits in groups, in place of an app's six digits. */
  readonly isRecovery?: boolean;
  readonly label?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A code that is typed once: of an authenticator app, which telephones offer digits for, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  const { value, isInvalid, onChange, isRecovery = false, label, ref } = props;
  const { t } = useTranslation();
  return (
    <TextInput
      ref={ref ?? null}
      label={label ?? t(isRecovery ? 'twoFactor.recoveryCode' : 'twoFactor.code')}
      description={isRecovery ? undefined : t('twoFactor.codeHint')}
      value={value}
      error={isInvalid}
      aria-invalid={isInvalid}
      maxLength={60}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
