import { type Core, type Feature, defineFeature } from '#server/app/feature';
import { expireMoves } from './move/expire-moves.ts';

/** Moves run from the command line; the server ends those that are over. */
export const createMoveFeature = ({ database }: Core): Feature =>
  defineFeature({ name: 'move', cleanUp: () => expireMoves(database) });
