import classes from './wordmark.module.css';

export interface WordmarkProps {
  readonly name: string;
  /** Replaces the logo of the product. */
  readonly logo?: string | null;
  /** The height of the logo in pixels. The name scales with it. Default: 28. */
  readonly size?: number;
  /** True hides the name. */
  readonly isCompact?: boolean;
}

/** The logo of the product, an open book with a waveform, and its name. */
export function Wordmark({ name, logo, size = 28, isCompact = false }: WordmarkProps) {
  const label = !isCompact && <span className={classes['name']}>{name}</span>;
  if (logo)
    return (
      <span className={classes['wordmark']}>
        <img src={logo} alt="" height={size} className={classes['logo']} />
        {label}
      </span>
    );
  return (
    <span className={classes['wordmark']}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" fill="none" strokeWidth="2">
        <path
          d="M16 9.500C12.800 7.300 8.800 6.300 4 6.300v17.400c4.800 0 8.800 1 12 3.200 3.200-2.200 7.200-3.200 12-3.200V6.300c-4.800 0-8.800 1-12 3.200Z"
          stroke="currentColor"
          strokeLinejoin="round"
        />
        <path
          className={classes['wave']}
          d="M8.500 13.200v4.600M12.250 11.800v8.400M16 14.300v6M19.750 11.800v8.400M23.500 13.200v4.600"
          strokeLinecap="round"
        />
      </svg>
      {label}
    </span>
  );
}
