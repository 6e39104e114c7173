/** The bounds of what crosses the wire. Lengths are in UTF-16 units, sizes in bytes. What a screen is set to stands in the screen. */
export const limits = {
  pageSize: 10,
  maxPageSize: 100,
  maxPage: 10_000_000,
  minChallengeDays: 1,
  maxChallengeDays: 3_660,

  maxNameLength: 500,
  maxCodeLength: 120,
  /** Leaves room for the number that tells equal ones apart. */
  maxSlugLength: 100,
  maxDescriptionLength: 20_000,
  maxSearchLength: 200,
  maxEmailLength: 254,
  minPasswordLength: 8,
  maxPasswordLength: 1_024,
  /** How long the link of an invitation works, and that of a new password. */
  invitationHours: 72,
  passwordLinkHours: 24,
  /** The longest life of a token for scripts, and how many one account has at once. */
  maxTokenDays: 366,
  maxTokens: 50,
  maxRoles: 200,
  recoveryCodes: 10,
  maxPasskeys: 20,
  securityLogDays: 400,
  maxProductNameLength: 60,
  maxAddressLength: 2_000,
  maxLanguages: 100,
  maxShortCodeLength: 20,
  maxLanguageNameLength: 60,
  /** Words a minute. */
  minReadingSpeed: 20,
  maxReadingSpeed: 2_000,
  maxTextItemLength: 100_000,
  /** The largest integer both databases store in an ordinary integer column. */
  maxInteger: 2_147_483_647,
  maxListLength: 5_000,
  maxConfigBlocks: 200,
  /** What one answer to an app holds: cards a block, books or texts a card, both over all cards. */
  maxHomeCards: 50,
  maxHomeBooks: 50,
  maxHomeEntries: 2_000,
  maxHomeTextLength: 5_000,
  /** Of a body without its files. */
  maxBodyBytes: 4 * 1024 * 1024,
  /** Of a body that is read before anybody has signed in. */
  maxOpenBodyBytes: 16 * 1024,
  /** The longest list of story items as a form, four fields each, and what comes beside it. */
  maxFields: 20_500,
  /** Keys, entries, objects and lists of a body: the longest list of story items, five each, and what comes beside it. */
  maxValues: 26_000,
  /** Of one object; far more than any call reads. */
  maxKeys: 1_000,
  maxFieldBytes: 1024 * 1024,
} as const;
