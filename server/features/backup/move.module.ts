import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { expireMoves } from './move/expire-moves.ts';

/** Creates the feature that expires moves. Moves start from the command line. */
export const createMoveFeature = ({ database }: Core): Feature =>
  defineFeature({ name: 'move', cleanUp: () => expireMoves(database) });
