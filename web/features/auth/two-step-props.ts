import type { SecondStep } from '#contract/auth/two-factor';

export interface TwoStepProps {
  readonly step: SecondStep;
  /**
   * Returns to the password.
   * @param reason shown if the user did not request it
   */
  readonly onEnd: (reason?: string) => void;
}
