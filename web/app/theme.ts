import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The accent color. Shade 7 is used for text on light, shade 4 on dark backgrounds. */
const pine: MantineColorsTuple = [
  '#eff7f6',
  '#dcecea',
  '#b7d8d4',
  '#8cc1bb',
  '#62aaa3',
  '#3b918a',
  '#1f7a73',
  '#12645f',
  '#0d514d',
  '#083c39',
];

const paper: MantineColorsTuple = [
  '#f8f9f8',
  '#f0f2f1',
  '#e4e8e6',
  '#d5dad8',
  '#b8c0bd',
  '#8b9592',
  '#5c6764',
  '#47514e',
  '#303836',
  '#1b2120',
];

const ink: MantineColorsTuple = [
  '#dfe5e3',
  '#bcc5c2',
  '#9aa5a2',
  '#6e7a77',
  '#46514e',
  '#343d3b',
  '#262e2c',
  '#1a201f',
  '#131817',
  '#0d1110',
];

const brick: MantineColorsTuple = [
  '#fcf1ef',
  '#f8dfdb',
  '#efbcb4',
  '#e69a8f',
  '#dd7d70',
  '#cd5848',
  '#bb4131',
  '#a13325',
  '#832a1f',
  '#672118',
];

const moss: MantineColorsTuple = [
  '#f0f7ee',
  '#deedd9',
  '#bddbb3',
  '#98c68a',
  '#79b168',
  '#5a974a',
  '#437e34',
  '#336727',
  '#29531f',
  '#1f3f18',
];

/** The breakpoints of layouts, in em so that they follow the font size of the browser. */
export const breakpoints = {
  xs: '0em',
  sm: '36em',
  md: '48em',
  lg: '62em',
  xl: '75em',
  xxl: '87.5em',
} as const;

/** The duration of transitions of modals, drawers and collapses. */
export const transitionMs = 300;

const overlay = {
  defaultProps: { transitionProps: { duration: transitionMs } },
  styles: { title: { fontSize: '1rem', fontWeight: 620 } },
};

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, gray: paper, dark: ink, red: brick, green: moss },
  white: '#ffffff',
  black: '#1b2120',
  autoContrast: false,
  fontFamily:
    'Inter, "Segoe UI Variable Text", "Segoe UI", -apple-system, BlinkMacSystemFont, "Noto Sans", Roboto, "Helvetica Neue", "Liberation Sans", Arial, system-ui, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, "Liberation Mono", Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.1875rem', sm: '0.3125rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(12 24 22 / 6%)',
    sm: '0 1px 2px rgb(12 24 22 / 6%), 0 2px 6px rgb(12 24 22 / 6%)',
    md: '0 2px 6px rgb(12 24 22 / 8%), 0 10px 28px rgb(12 24 22 / 10%)',
    lg: '0 4px 10px rgb(12 24 22 / 8%), 0 18px 44px rgb(12 24 22 / 14%)',
  },
  breakpoints: { ...breakpoints },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: overlay,
    Drawer: overlay,
    Collapse: { defaultProps: { transitionDuration: transitionMs } },
    // Rendered beside its button, so reading order and landmark are preserved. It contains only menu items.
    Menu: {
      defaultProps: { shadow: 'md', radius: 'md', withinPortal: false, withInitialFocusPlaceholder: false },
    },
    // A <header> would be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    InputWrapper: {
      styles: {
        label: { marginBottom: '0.25rem', fontWeight: 550 },
        description: { marginBlock: '0.25rem' },
      },
    },
    // Text is not converted to upper case.
    Badge: { styles: { root: { textTransform: 'none', letterSpacing: 0 } } },
    // A label on an element without a role is not announced.
    Loader: { defaultProps: { type: 'oval', role: 'progressbar' } },
  },
});

/** Replaces colors of the library with insufficient text contrast in light or dark mode. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': paper[6],
    '--mantine-color-placeholder': paper[6],
    '--mantine-color-error': brick[7],
    '--mantine-color-anchor': pine[7],
    '--mantine-color-red-light': brick[0],
    '--mantine-color-red-light-color': brick[7],
    '--mantine-color-green-light': moss[0],
    '--mantine-color-green-light-color': moss[7],
    '--mantine-color-pine-light': pine[0],
    '--mantine-color-pine-light-hover': pine[1],
    '--mantine-color-pine-light-color': pine[7],
    '--mantine-color-yellow-light': '#fdf6e0',
    '--mantine-color-yellow-light-color': '#7d5600',
    '--mantine-color-gray-light-color': paper[7],
    '--lectern-canvas': paper[0],
    '--lectern-surface': '#ffffff',
    '--lectern-line': paper[2],
    '--lectern-accent-text': pine[7],
    '--lectern-chart': pine[6],
    '--lectern-rail': '#0f2e2b',
    '--lectern-rail-line': 'rgb(255 255 255 / 10%)',
    '--lectern-rail-text': '#bdd2ce',
    '--lectern-rail-active': 'rgb(255 255 255 / 11%)',
  },
  dark: {
    '--mantine-color-body': ink[7],
    '--mantine-color-dimmed': ink[2],
    '--mantine-color-placeholder': ink[2],
    '--mantine-color-error': brick[3],
    '--mantine-color-anchor': pine[3],
    '--mantine-color-red-light': 'rgb(205 88 72 / 16%)',
    '--mantine-color-red-light-color': brick[2],
    '--mantine-color-green-light': 'rgb(90 151 74 / 18%)',
    '--mantine-color-green-light-color': moss[2],
    '--mantine-color-pine-light': 'rgb(59 145 138 / 18%)',
    '--mantine-color-pine-light-hover': 'rgb(59 145 138 / 26%)',
    '--mantine-color-pine-light-color': pine[2],
    '--mantine-color-yellow-light': 'rgb(240 180 60 / 14%)',
    '--mantine-color-yellow-light-color': '#f0cd80',
    '--mantine-color-gray-light-color': ink[1],
    '--lectern-canvas': ink[8],
    '--lectern-surface': ink[7],
    '--lectern-line': ink[5],
    '--lectern-accent-text': pine[3],
    '--lectern-chart': pine[5],
    '--lectern-rail': '#101716',
    '--lectern-rail-line': ink[6],
    '--lectern-rail-text': ink[1],
    '--lectern-rail-active': 'rgb(98 170 163 / 16%)',
  },
});
