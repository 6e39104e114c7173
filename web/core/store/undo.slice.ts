import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-actions.ts';

/** A write of this session that can be taken back. */
export interface UndoOffer {
  /** Its entry in the journal. */
  readonly entry: number;
  /** Of the activity log. */
  readonly notificationId: string;
  /** The message about it. */
  readonly message: string;
  /** In milliseconds. */
  readonly at: number;
}

export interface UndoState {
  /** Newest first. */
  readonly offers: UndoOffer[];
  /** Raised by every undo: lists are read again. */
  readonly revision: number;
}

const maxOffers = 50;
const initialState: UndoState = { offers: [], revision: 0 };

const slice = createSlice({
  name: 'undo',
  initialState,
  reducers: {
    offered(state, { payload }: PayloadAction<UndoOffer>) {
      state.offers.unshift(payload);
      state.offers.splice(maxOffers);
    },
    /** It was undone, or never can be. */
    withdrawn(state, { payload }: PayloadAction<number>) {
      state.offers = state.offers.filter(({ entry }) => entry !== payload);
    },
    undone(state) {
      state.revision += 1;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const undoReducer = slice.reducer;
export const { offered: undoOffered, withdrawn: undoWithdrawn, undone: recordsUndone } = slice.actions;
export const selectUndo = (state: { undo: UndoState }): UndoState => state.undo;
