import {
  type SettingKey,
  type SettingSection,
  declaredSettings,
  keysOfSection,
} from '#contract/settings/declared';
import type { LanguageEntry } from '#contract/settings/language-list';
import type { SectionResponse } from '#contract/settings/settings';

/** Unit of a size field, by the default: megabytes for images, gigabytes for audio. */
const MEGABYTE = { name: 'MB', bytes: 1e6 } as const;
const GIGABYTE = { name: 'GB', bytes: 1e9 } as const;
const sizeUnitOf = (key: SettingKey) =>
  Number(declaredSettings[key].initial) < GIGABYTE.bytes ? MEGABYTE : GIGABYTE;

/** Returns the unit of a field; blank if it has none. */
export function unitOf(key: SettingKey): string {
  const { kind, unit = '' } = declaredSettings[key] as { kind: string; unit?: string };
  return kind === 'bytes' ? sizeUnitOf(key).name : unit;
}

/** Formats a size with at most 3 decimals. A size that needs more is rounded to one. */
function toSize(bytes: number, unit: number): string {
  const roundedValue = Number((bytes / unit).toFixed(3));
  return Math.round(roundedValue * unit) === bytes ? String(roundedValue) : (bytes / unit).toFixed(1);
}

/** A language in a row of the field. It is new without a number. */
export interface LanguageRow {
  readonly key: string;
  readonly code?: number | undefined;
  readonly short: string;
  readonly label: string;
  readonly words_per_minute: string;
  readonly is_offered: boolean;
}

export type FieldValue = string | readonly LanguageRow[];
export type FieldValues = Readonly<Partial<Record<SettingKey, FieldValue>>>;

const toRow = ({ words_per_minute, ...language }: LanguageEntry): LanguageRow => ({
  ...language,
  key: String(language.code),
  words_per_minute: String(words_per_minute),
});

/** Returns the field value of a stored value. */
export function toField(key: SettingKey, value: unknown): FieldValue {
  const { kind } = declaredSettings[key];
  if (kind === 'languages') return (value as readonly LanguageEntry[]).map(toRow);
  if (kind === 'service' || kind === 'switch') return value === true ? '1' : '0';
  if (kind === 'bytes') return toSize(Number(value), sizeUnitOf(key).bytes);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

export const toFields = (section: SettingSection, { settings }: SectionResponse): FieldValues =>
  Object.fromEntries(keysOfSection(section).map((key) => [key, toField(key, settings[key]?.value)]));

/** Returns the API value of a field value. */
export function fromField(key: SettingKey, value: FieldValue): unknown {
  const { kind } = declaredSettings[key];
  if (typeof value !== 'string') return value.map(({ key: _key, ...row }) => row);
  if (kind === 'service' || kind === 'switch') return value === '1';
  if (kind === 'bytes') return Math.round(Number(value.replace(',', '.')) * sizeUnitOf(key).bytes);
  if (kind === 'number' || kind === 'language') return value.trim() === '' ? 'none' : Number(value);
  return value.trim();
}

export const isSame = (first: FieldValue | undefined, second: FieldValue | undefined): boolean =>
  JSON.stringify(first) === JSON.stringify(second);
