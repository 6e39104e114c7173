/** The officially assigned country codes of ISO 3166-1 alpha-2. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI
  CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ
  GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG
  PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK
  TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

const codesIn = (text: string): string[] => text.trim().split(/\s+/);

export const countryCodes: readonly string[] = codesIn(codes);
const countrySet: ReadonlySet<string> = new Set(countryCodes);

export const isCountry = (code: string): boolean => countrySet.has(code);

const eu = codesIn(`
  AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE
  IT LT LU LV MT NL PL PT RO SE SI SK`);

/** Named groups of countries, with the source of the list. */
export const regions = {
  /** The 27 member states: european-union.europa.eu, “EU countries”. */
  EU: {
    label: 'European Union',
    countries: eu,
  },
  /** The EU with the EFTA states of the agreement: efta.int, “EEA Agreement”. */
  EEA: {
    label: 'European Economic Area',
    countries: [...eu, 'IS', 'LI', 'NO'],
  },
  DACH: { label: 'DACH (Germany, Austria, Switzerland)', countries: ['DE', 'AT', 'CH'] },
  /** The majority English-speaking countries of the UK Home Office (gov.uk), with the United Kingdom and Ireland. */
  ENGLISH: {
    label: 'English-speaking countries',
    countries: codesIn('AG AU BB BS BZ CA DM GB GD GY IE JM KN LC MT NZ TT US VC'),
  },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly countries: readonly string[] }>
>;
export type Region = keyof typeof regions;

export const regionCodes = Object.keys(regions) as Region[];
export const isRegion = (code: string): code is Region => Object.hasOwn(regions, code);

/** The code of all countries. */
export const WORLD = 'WORLD';
export const worldLabel = 'Worldwide';

/** Returns the codes of all territories that contain a country. */
export const territoriesWith = (country: string): string[] => [
  WORLD,
  ...regionCodes.filter((code) => (regions[code].countries as readonly string[]).includes(country)),
  country,
];
