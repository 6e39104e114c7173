import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { z } from 'zod';
import { type CustomField, customField, customFieldEndpoints } from '#contract/custom-fields/custom-fields';
import { readData } from '#web/core/api/client.ts';
import type { StoreExtra } from './extra.ts';
import { sessionEnded } from './session-actions.ts';

export interface CustomFieldsState {
  readonly fields: readonly CustomField[];
  /** The revision of the settings for which the fields were requested last. */
  readonly revision?: number;
}

const initialState: CustomFieldsState = { fields: [] };

const slice = createSlice({
  name: 'customFields',
  initialState,
  reducers: {
    requested: ({ fields }, { payload }: PayloadAction<number>) => ({ fields, revision: payload }),
    read: ({ revision }, { payload }: PayloadAction<readonly CustomField[]>) => ({
      fields: payload,
      ...(revision !== undefined && { revision }),
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** The custom fields of books. */
export const customFieldsReducer = slice.reducer;

interface State {
  readonly customFields: CustomFieldsState;
}
export const selectCustomFields = (state: State): CustomFieldsState => state.customFields;

const page = z.object({ items: z.array(customField) });

/** Reads the fields once for each revision of the settings. An error keeps the previous ones. */
export const loadCustomFields =
  (revision: number): ThunkAction<Promise<void>, State, StoreExtra, UnknownAction> =>
  async (dispatch, getState, { client }) => {
    if (selectCustomFields(getState()).revision === revision) return;
    dispatch(slice.actions.requested(revision));
    try {
      const { items } = page.parse(readData(await client.call(customFieldEndpoints.list)));
      dispatch(slice.actions.read(items));
    } catch (error) {
      console.error('GET /custom-fields', error);
    }
  };
