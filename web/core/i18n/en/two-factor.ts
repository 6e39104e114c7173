/** What is said of second factors, at the sign-in and on one's own account. */
export const twoFactor = {
  scan: 'Scan this with an authenticator app, then enter the code that it shows.',
  qr: 'QR code for an authenticator app',
  secret: 'Or type this key into the app',
  code: 'Code',
  codeHint: 'Six digits of your authenticator app.',
  recoveryCode: 'Recovery code',
  codes: 'Recovery codes',
  codesOnce:
    'Each of these signs you in once when you have lost your app or passkey. They are shown only now: keep them where nobody else looks.',
  copyCodes: 'Copy all',
  codesCopied: 'Copied',
  downloadCodes: 'Download',
} as const;
