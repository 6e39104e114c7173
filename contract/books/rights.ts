import { z } from 'zod';
import { isCountry, isRegion, regionCodes, territoriesWith, WORLD } from '#contract/core/countries';
import { StructuredTextError, structuredInput, parseJson } from '#contract/core/structured-text';
import { valueMessages } from '#contract/core/messages';
import { namedSchema, withKeywords } from '#contract/core/schema-notes';
import type { MobileService } from '#contract/mobile-home/mobile-home';

/*
 * The rights of a book: where and when apps may show it. They are stored as one text, such as “DE AT 2026-01-01..2027-12-31 main; WORLD -US
 * -CA”. A book without rights may be shown everywhere. Days are days in UTC.
 */

/** The services in order. */
export const rightServices = ['main', 'backup'] as const satisfies readonly MobileService[];

/** The maximum number of rights of a book. */
export const MAX_RIGHTS = 50;
const MAX_TERRITORIES = 300;
const MAX_TEXT = 20_000;

const day = withKeywords(z.string(), { format: 'date' });

/** A right in a response. */
export const right = namedSchema(
  'Right',
  z.object({
    territories: z
      .array(z.string())
      .describe(
        `ISO 3166-1 alpha-2 country codes, ${regionCodes.map((code) => `\`${code}\``).join(', ')}, or \`WORLD\`.`,
      ),
    except: z.array(z.string()).optional().describe('The countries that are excluded. Absent if none.'),
    from: day.optional().describe('The first day in UTC. Absent if there is no start.'),
    to: day.optional().describe('The last day in UTC. Absent if there is no end.'),
    service: z.enum(rightServices).optional().describe('The service. Absent if the right is for all.'),
  }),
);
export type Right = z.infer<typeof right>;

/** Returns rights as text. */
export const formatRights = (rights: readonly Right[]): string =>
  rights
    .map(({ territories, except = [], from = '', to = '', service }) =>
      [
        ...territories,
        ...except.map((code) => `-${code}`),
        ...(from || to ? [`${from}..${to}`] : []),
        ...(service ? [service] : []),
      ].join(' '),
    )
    .join('; ');

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;
const isService = (text: string): text is MobileService => rightServices.some((name) => name === text);

type RightField = 'territories' | 'except' | 'dates' | 'service';

/** An invalid right with its position and invalid field. */
class RightError extends StructuredTextError {
  override readonly name = 'RightError';
  readonly field: RightField;
  readonly position: number;
  constructor(message: string, field: RightField = 'territories', position = 0) {
    super(message);
    this.field = field;
    this.position = position;
  }
}

/** @throws RightError */
function checkedRight({
  territories,
  except = [],
  from = '',
  to = '',
  service = '',
}: z.output<typeof looseRight>): Right {
  const codes = new Set(territories.map((code) => code.trim().toUpperCase()));
  const exceptions = new Set(except.map((code) => code.trim().toUpperCase()));
  const unknown =
    [...codes].find((code) => code !== WORLD && !isRegion(code) && !isCountry(code)) ??
    [...exceptions].find((code) => !isCountry(code));
  if (codes.size === 0) throw new RightError(valueMessages.noTerritory);
  if (unknown !== undefined) throw new RightError(valueMessages.unknownTerritory(unknown, regionCodes));
  if (exceptions.size > 0 && [...codes].every(isCountry))
    throw new RightError(valueMessages.uselessException, 'except');
  const both = [...exceptions].find((code) => codes.has(code));
  if (both !== undefined) throw new RightError(valueMessages.excludedTerritory(both), 'except');
  if ([from, to].some((text) => text !== '' && !isDay(text)))
    throw new RightError(valueMessages.mustBeDate, 'dates');
  if (from !== '' && to !== '' && to < from) throw new RightError(valueMessages.lastDayBeforeFirst, 'dates');
  if (service !== '' && !isService(service))
    throw new RightError(valueMessages.mustBeOneOf(rightServices), 'service');
  return {
    territories: codes.has(WORLD) ? [WORLD] : [...codes],
    ...(exceptions.size > 0 && { except: [...exceptions] }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(isService(service) && { service }),
  };
}

const looseRight = z.object({
  territories: z.array(z.string().max(20)).max(MAX_TERRITORIES),
  except: z
    .array(z.string().max(20))
    .max(MAX_TERRITORIES)
    .nullish()
    .transform((list) => list ?? undefined),
  from: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined),
  to: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined),
  service: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined),
});

/** Reads a right from text without checking it. The order of its words does not matter. */
export function readRight(text: string): z.output<typeof looseRight> {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const range = words.find((word) => word.includes('..')) ?? '';
  const service = words.find((word) => isService(word.toLowerCase()));
  const others = words.filter((word) => word !== range && word !== service);
  const [from, to] = range.split('..');
  return {
    territories: others.filter((word) => !word.startsWith('-')),
    except: others.filter((word) => word.startsWith('-')).map((word) => word.slice(1)),
    from,
    to,
    service: service?.toLowerCase(),
  };
}

/** Returns the text of each right. */
export const textsOfRights = (text: string): string[] =>
  text.split(';').filter((entry) => entry.trim() !== '');

/** Returns the rights of a stored text. */
export const parseRights = (text: string): Right[] =>
  textsOfRights(text).map((entry) => checkedRight(readRight(entry)));

/** Returns checked rights. @throws RightError with the position of the invalid one */
function checkedRights(list: readonly z.output<typeof looseRight>[]): Right[] {
  const texts = new Map<string, number>();
  return list.map((loose, index) => {
    const position = index + 1;
    try {
      const validRight = checkedRight(loose);
      const text = formatRights([validRight]);
      const same = texts.get(text);
      if (same !== undefined) throw new RightError(valueMessages.sameRight(same));
      texts.set(text, position);
      return validRight;
    } catch (error) {
      if (error instanceof RightError)
        throw new RightError(valueMessages.ofRight(position, error.message), error.field, position);
      throw error;
    }
  });
}

const looseRights = z.array(looseRight).max(MAX_RIGHTS);

/** Returns the rights of a request in their stored form. @throws RightError */
function rightsInRequest(value: unknown): string {
  const list =
    typeof value === 'string' && !value.trimStart().startsWith('[')
      ? textsOfRights(value.slice(0, MAX_TEXT + 1)).map(readRight)
      : looseRights.safeParse(typeof value === 'string' ? parseJson(value) : value).data;
  if (!list) throw new RightError(valueMessages.mustBeRights);
  if (list.length > MAX_RIGHTS) throw new RightError(valueMessages.tooManyEntries(MAX_RIGHTS, 'rights'));
  const text = formatRights(checkedRights(list));
  if (text.length > MAX_TEXT) throw new RightError(valueMessages.tooLong(MAX_TEXT));
  return text;
}

/** Returns the first error of a text; undefined if it is valid. */
export function findRightError(text: string): RightError | undefined {
  try {
    rightsInRequest(text);
    return undefined;
  } catch (error) {
    if (error instanceof RightError) return error;
    throw error;
  }
}

/** The rights in a request, as a list or as text. Returns the stored text. */
export const rightsInput = structuredInput(
  rightsInRequest,
  z.union([z.array(right).max(MAX_RIGHTS), z.string().max(MAX_TEXT)]),
);

/** Returns true if rights allow a country, day and service. No rights allow all. */
export function isAllowed(
  rights: readonly Right[],
  {
    country,
    day: today,
    service,
  }: { readonly country: string; readonly day: string; readonly service: MobileService },
): boolean {
  const codes = territoriesWith(country);
  return (
    rights.length === 0 ||
    rights.some(
      ({ territories, except = [], from = '', to, service: only = service }) =>
        codes.some((code) => territories.includes(code)) &&
        !except.includes(country) &&
        from <= today &&
        (to === undefined || to >= today) &&
        only === service,
    )
  );
}
