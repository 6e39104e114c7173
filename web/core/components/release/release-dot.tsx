import type { ReleaseColour } from '#contract/releases/releases';
import classes from './release-colour.module.css';

/** The colour of a release, or of the live catalogue. The name beside it has the same meaning. */
export function ReleaseDot({ colour }: { readonly colour: ReleaseColour | 'live' }) {
  return (
    <span className={`${classes['colour']} ${classes['dot']}`} data-colour={colour} aria-hidden="true" />
  );
}
