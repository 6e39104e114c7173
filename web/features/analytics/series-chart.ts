import { Loader } from '@mantine/core';
import { createElement } from 'react';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';

/** The chart. The library is loaded when a chart is first rendered. */
export const SeriesChart = createLazyComponent(
  async () => (await import('./charts.tsx')).SeriesChart,
  createElement(Loader),
);

export const colors = ['var(--lectern-chart)', 'orange.8', 'blue.6', 'grape.6'] as const;

/** The maximum number of bars with space for their names. The table contains all. */
export const MAX_BARS = 10;
