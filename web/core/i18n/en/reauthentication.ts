/** The dialog that requests a password or passkey before a protected change. */
export const reauthentication = {
  title: 'Confirm your identity',
  lead: 'Enter your password to continue. You won’t be asked again for 10 minutes.',
  password: 'Current password',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  usePasskey: 'Use passkey',
  useProvider: 'Confirm with {{name}}',
  providerHint: 'Confirm in the new window, then continue here.',
  continue: 'Continue',
  failed: 'Failed to confirm your identity',
} as const;
