/** Limits of requests and responses. Lengths are in UTF-16 units, sizes in bytes. */
export const limits = {
  pageSize: 10,
  maxPageSize: 100,
  maxPage: 10_000_000,
  minChallengeDays: 1,
  maxChallengeDays: 3_660,

  maxNameLength: 500,
  maxCodeLength: 120,
  maxSeriesPositionLength: 20,
  /** Reserves space for the number that distinguishes equal slugs. */
  maxSlugLength: 100,
  maxDescriptionLength: 20_000,
  maxSearchLength: 200,
  maxEmailLength: 254,
  minPasswordLength: 8,
  maxPasswordLength: 1_024,
  /** Validity of invitation links and password reset links. */
  invitationHours: 72,
  passwordLinkHours: 24,
  /** Validity of preview links of home screens, and maximum number of valid links per account. */
  previewLinkHours: 24,
  maxPreviewLinks: 20,
  /** Maximum validity of an API token, and maximum number of tokens per account. */
  maxTokenDays: 366,
  maxTokens: 50,
  /** The minutes for which a verified password or passkey is accepted by operations that require one. */
  proofMinutes: 10,
  maxRoles: 200,
  recoveryCodes: 10,
  maxPasskeys: 20,
  securityLogDays: 400,
  maxProductNameLength: 60,
  maxAddressLength: 2_000,
  maxLanguages: 100,
  maxShortCodeLength: 20,
  maxLanguageNameLength: 60,
  /** Words per minute. */
  minReadingSpeed: 20,
  maxReadingSpeed: 2_000,
  maxTextItemLength: 100_000,
  /** Largest value of an ordinary integer column on both databases. */
  maxInteger: 2_147_483_647,
  maxListLength: 5_000,
  maxConfigBlocks: 200,
  /** Limits of a home screen: cards per block, books or texts per card, and both over all cards. */
  maxHomeCards: 50,
  maxHomeBooks: 50,
  maxHomeEntries: 2_000,
  maxHomeTextLength: 5_000,
  /** Maximum size of a body without its files. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Maximum size of a body without a session. */
  maxOpenBodyBytes: 16 * 1024,
  /** The maximum number of form fields. The longest list of story items has four fields per item, and the rest is for other fields. */
  maxFields: 20_500,
  /** Limit for keys, entries, objects and lists of a body. The longest list of story items has five per item. */
  maxValues: 26_000,
  /** The maximum number of keys of one object, far more than any operation reads. */
  maxKeys: 1_000,
  maxFieldBytes: 1024 * 1024,
} as const;
