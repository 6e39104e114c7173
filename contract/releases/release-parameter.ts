import { z } from 'zod';
import * as fields from '#contract/core/fields';
import { limits } from '#contract/core/limits';
import { documentedAs } from '#contract/core/schema-notes';

/** The query parameter of requests that read or save in a release. */
export const releaseParameter = 'release';

/** The value of the query parameter. An unreadable one is an error, so that nothing is saved live by mistake. */
export const releaseInQuery = documentedAs(
  z.preprocess((value) => (value === '' ? undefined : value), fields.id.optional()),
  z.int().min(1).max(limits.maxInteger).optional(),
);
