import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { MIN_STRENGTH } from '#contract/auth/passwords';
import { type Estimate, openEstimate } from '#web/core/lib/password-strength.ts';
import classes from './password-strength.module.css';

export interface PasswordStrengthProps {
  readonly password: string;
  /** Personal data, which attackers guess first. */
  readonly known: readonly string[];
}

const steps = [1, 2, 3, 4] as const;
const strengthKeys = ['weakest', 'weak', 'fair', 'good', 'strong'] as const;

/** The strength of a password during typing. The server uses the same estimate. */
export function PasswordStrength({ password, known }: PasswordStrengthProps) {
  const { t } = useTranslation();
  const [estimate, setEstimate] = useState<Estimate>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    // Without the word lists the field still works, and the server checks the password.
    openEstimate().then(
      (loadedEstimate) => setEstimate(() => loadedEstimate),
      (error: unknown) => console.error('Password strength', error),
    );
  }, [isTyped]);

  const score = isTyped && estimate ? estimate(password, known) : undefined;
  const isShort = password.length < limits.minPasswordLength;
  const strength = score === undefined ? 0 : isShort ? Math.min(score, MIN_STRENGTH - 1) : score;
  const strengthKey = score === undefined ? undefined : isShort ? 'short' : strengthKeys[score];
  return (
    <div className={classes['strength']} data-score={strength} data-shown={strengthKey !== undefined}>
      <span className={classes['bar']} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} data-filled={step <= Math.max(strength, strengthKey === undefined ? 0 : 1)} />
        ))}
      </span>
      <output className={classes['verdict']}>
        {strengthKey !== undefined && t(`ui.strength.${strengthKey}`)}
      </output>
    </div>
  );
}
