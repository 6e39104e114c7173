/** Texts about two-factor authentication, on the sign-in and account screens. */
export const twoFactor = {
  scan: 'Scan the QR code with your authenticator app, then enter the 6-digit code.',
  qr: 'QR code for an authenticator app',
  secret: 'Can’t scan? Enter this setup key',
  code: 'Verification code',
  codeHint: 'The 6-digit code from your authenticator app.',
  recoveryCode: 'Recovery code',
  codes: 'Recovery codes',
  codesOnce:
    'Use a recovery code to sign in if you lose your app or passkey. Each code works once. Save them now: they won’t be shown again.',
  copyCodes: 'Copy all',
  codesCopied: 'Copied',
  downloadCodes: 'Download',
} as const;
