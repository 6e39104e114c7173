import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-actions.ts';

export interface NotificationEntry {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly outcome: 'success' | 'failure';
  /** The message for users: the server's if there is one. */
  readonly message: string;
  /** Of a failure: what was tried, in the catalogue's words. */
  readonly attempted_action?: string | undefined;
  /** The record it was about, by its name. */
  readonly subject?: string | undefined;
  /** True if the server has stored it, and so every browser of the account shows it. */
  readonly isKept?: boolean | undefined;
  /** True until the user opens the notifications. */
  isUnseen?: boolean | undefined;
}

export interface NotificationsState {
  /** Newest first. */
  readonly entries: NotificationEntry[];
  /** The server keeps no activity: it is remembered in this tab only. */
  readonly isLocal?: boolean | undefined;
}

export const maxEntries = 200;
const initialState: NotificationsState = { entries: [] };

const slice = createSlice({
  name: 'notifications',
  initialState,
  reducers: {
    recorded: {
      reducer(state, { payload }: PayloadAction<NotificationEntry>) {
        state.entries.unshift(payload);
        state.entries.splice(maxEntries);
      },
      prepare: (entry: Pick<NotificationEntry, 'outcome' | 'message' | 'attempted_action' | 'subject'>) => ({
        payload: { ...entry, id: nanoid(), at: new Date().toISOString(), isUnseen: true },
      }),
    },
    seen(state) {
      for (const entry of state.entries) delete entry.isUnseen;
    },
    cleared: (state) => ({ ...initialState, isLocal: state.isLocal }),
    /** The server has these by now. */
    kept(state, { payload: ids }: PayloadAction<readonly string[]>) {
      for (const entry of state.entries) if (ids.includes(entry.id)) entry.isKept = true;
    },
    localOnly(state) {
      state.isLocal = true;
    },
    /**
     * Stored notifications of the server replace those that it is known to have; entries that it does not have yet
     * stay.
     */
    loaded(state, { payload }: PayloadAction<readonly NotificationEntry[]>) {
      const storedIds = new Set(payload.map(({ id }) => id));
      const unsent = state.entries.filter(({ id, isKept }) => !isKept && !storedIds.has(id));
      state.entries = [...unsent, ...payload]
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .slice(0, maxEntries);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** Notifications of the account, for the panel of the bell: saves, deletes and errors. */
export const notificationsReducer = slice.reducer;
export const {
  recorded: notificationAdded,
  seen: notificationsSeen,
  cleared: notificationsCleared,
  kept: notificationsKept,
  localOnly: notificationsLocalOnly,
  loaded: notificationsLoaded,
} = slice.actions;
export const selectNotifications = (state: { notifications: NotificationsState }): NotificationsState =>
  state.notifications;

/** The number of notifications since the user last opened them. */
export const selectUnseenCount = (state: { notifications: NotificationsState }): number =>
  state.notifications.entries.filter(({ isUnseen }) => isUnseen).length;
