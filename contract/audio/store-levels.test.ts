import { expect, test } from 'vitest';
import { levelProblems } from './store-levels.ts';

const good = { rms_db: -20, true_peak_db: -3.5, floor_db: -65 };

test.each([
  [good, []],
  [{ ...good, rms_db: -23 }, []],
  [{ ...good, rms_db: -23.04 }, []],
  [{ ...good, rms_db: -23.1 }, ['tooQuiet']],
  [{ ...good, rms_db: -18 }, []],
  [{ ...good, rms_db: -17.9 }, ['tooLoud']],
  [{ ...good, true_peak_db: -3 }, []],
  [{ ...good, true_peak_db: -2.9 }, ['peakTooHigh']],
  [{ ...good, floor_db: -60 }, []],
  [{ ...good, floor_db: -59.9 }, ['tooNoisy']],
  [{ rms_db: -10, true_peak_db: 0, floor_db: -30 }, ['tooLoud', 'peakTooHigh', 'tooNoisy']],
  [{ ...good, rms_db: null }, undefined],
  [{ ...good, true_peak_db: null }, undefined],
])('compares %j with the levels of ACX', (levels, problems) => {
  expect(levelProblems(levels)).toEqual(problems);
});
