import { type RawBuilder, sql } from 'kysely';
import { territoriesWith } from '#contract/core/countries';
import type { MobileService } from '#contract/mobile-home/mobile-home';

/** The last day of a right without an end in `book_rights`. */
export const NO_END = '9999-12-31';

/** The country and service of an app on a day. */
export interface Market {
  /** An ISO 3166-1 alpha-2 code. */
  readonly country: string;
  readonly service: MobileService;
  /** The day in UTC. */
  readonly day: string;
}

/** Returns the condition that a book may be shown: its embargo is over, and a right allows it if there are any. */
export function shownInCountry({ country, service, day }: Market): RawBuilder<unknown> {
  const codes = territoriesWith(country).map((code) => sql`book_rights.territories like ${`% ${code} %`}`);
  return sql`books.embargo_date <= ${day} and (books.rights = '' or exists (
    select 1 from book_rights where book_rights.book_id = books.id
      and book_rights.starts_on <= ${day} and book_rights.ends_on >= ${day}
      and book_rights.service in ('', ${service}) and (${sql.join(codes, sql` or `)})
      and book_rights.excluded not like ${`% ${country} %`}))`;
}
