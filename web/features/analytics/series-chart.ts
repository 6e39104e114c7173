import { lazy } from 'react';

/** The chart. The library is loaded when a chart is first rendered. */
export const SeriesChart = lazy(async () => ({ default: (await import('./charts.tsx')).SeriesChart }));

export const colors = ['var(--lectern-chart)', 'orange.5', 'teal.6', 'grape.5'] as const;

/** The maximum number of bars with space for their names. The table contains all. */
export const MAX_BARS = 10;
