import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-actions.ts';

/** A write of this session that can be undone. */
export interface UndoOffer {
  /** The ID of its audit log entry. */
  readonly entry: number;
  /** The ID of its notification. */
  readonly notificationId: string;
  /** The message of the write. */
  readonly message: string;
  /** The time in milliseconds. */
  readonly at: number;
}

export interface UndoState {
  /** The offers, newest first. */
  readonly offers: UndoOffer[];
  /** Incremented by every undo, so lists are read again. */
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
    /** Removes a write that was undone or can no longer be undone. */
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
