import { expect, it } from 'vitest';
import { countFormat, dateFormat, dateTimeFormat, percentFormat, timeFormat } from './formats.ts';

const time = new Date(2030, 0, 31, 17, 20);

it('formats dates, counts and percentages by locale', () => {
  expect(dateFormat('en-GB').format(time)).toBe('31 Jan 2030');
  expect(dateTimeFormat('en-GB').format(time)).toBe('31 Jan 2030, 17:20');
  expect(timeFormat('en-GB').format(time)).toBe('17:20');
  expect(countFormat('en-GB').format(12_300)).toBe('12,300');
  expect(percentFormat('en-GB').format(0.05)).toBe('5%');
  expect(countFormat('de').format(12_300)).toBe('12.300');
});
