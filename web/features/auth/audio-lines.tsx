import classes from './login-screen.module.css';

/** Half-heights of the bars: the loudness of a spoken sentence. */
const loudness = [
  6, 10, 18, 34, 52, 70, 58, 76, 92, 80, 64, 72, 50, 38, 44, 26, 14, 8, 5, 5, 9, 20, 36, 30, 48, 66, 84, 74,
  96, 82, 60, 68, 46, 30, 36, 20, 12, 7,
];

/** A decorative drawing on the sign-in screen. */
export function AudioLines() {
  return (
    <svg className={classes['drawing']} viewBox="0 0 456 200" aria-hidden="true">
      {loudness.map((half, index) => (
        <line
          // The order of the bars is fixed.
          key={index}
          x1={index * 12 + 6}
          x2={index * 12 + 6}
          y1={100 - half}
          y2={100 + half}
        />
      ))}
    </svg>
  );
}
