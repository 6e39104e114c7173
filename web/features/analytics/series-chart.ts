import { lazy } from 'react';

/** The chart, with its library, once one is shown. */
export const SeriesChart = lazy(async () => ({ default: (await import('./charts.tsx')).SeriesChart }));

export const colors = ['var(--lectern-chart)', 'orange.5', 'teal.6', 'grape.5'] as const;

/** More bars beside each other have no room for their names; the table has them all. */
export const MOST_BARS = 10;
