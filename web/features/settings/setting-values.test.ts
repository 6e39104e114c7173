import { expect, it } from 'vitest';
import { fromField, toField, unitOf } from './setting-values.ts';

it.each([
  ['max_image_bytes', 10_485_760, '10.5', 'MB'],
  ['max_image_bytes', 12_500_000, '12.5', 'MB'],
  ['max_audio_bytes', 2_147_483_648, '2.1', 'GB'],
  ['max_audio_bytes', 1_250_000_000, '1.25', 'GB'],
] as const)('shows the size %s %i as %s %s', (key, bytes, text, unit) => {
  expect(toField(key, bytes)).toBe(text);
  expect(unitOf(key)).toBe(unit);
});

it('reads a size in the unit of its field', () => {
  expect(fromField('max_image_bytes', '12,5')).toBe(12_500_000);
  expect(fromField('max_audio_bytes', '1.25')).toBe(1_250_000_000);
});
