import type { SecondStep } from '#contract/auth/two-factor';

export interface TwoStepProps {
  readonly step: SecondStep;
  /** Back to the password. @param reason why, when it was not asked for */
  readonly onEnd: (reason?: string) => void;
}
