import { createContext } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';

const recordList = z.object({
  /** The IDs of the records on the page of the list, in its order. */
  ids: z.array(z.number()),
  /** The address of the list, with its filters. */
  address: z.string(),
});
export type RecordList = z.infer<typeof recordList>;

/** The list around a link to a record. */
export const RecordListContext = createContext<RecordList | undefined>(undefined);

const locationState = z.object({ recordList });

/** Returns the list that a record was opened from; undefined for an address that was entered or shared. */
export function useOriginList(): RecordList | undefined {
  const { state } = useLocation();
  return locationState.safeParse(state).data?.recordList;
}
