import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-actions.ts';

export interface NotificationEntry {
  readonly id: string;
  /** The time in ISO format. */
  readonly at: string;
  readonly outcome: 'success' | 'failure';
  /** The message for users: that of the server if there is one. */
  readonly message: string;
  /** The attempted action of a failed request, from the text catalogue. */
  readonly attempted_action?: string | undefined;
  /** The name of the record. */
  readonly subject?: string | undefined;
  /** The path of the screen with details. */
  readonly address?: string | undefined;
  /** True if the server has stored it. All browsers of the account then show it. */
  readonly isStored?: boolean | undefined;
  /** True until the user opens the notifications. */
  isUnseen?: boolean | undefined;
}

export interface NotificationsState {
  /** The notifications, newest first. */
  readonly entries: NotificationEntry[];
  /** True if the server stores no notifications. They are then stored in this tab only. */
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
    /** Marks notifications as stored on the server. */
    stored(state, { payload: ids }: PayloadAction<readonly string[]>) {
      for (const entry of state.entries) if (ids.includes(entry.id)) entry.isStored = true;
    },
    localOnly(state) {
      state.isLocal = true;
    },
    /** Replaces the notifications stored on the server. Entries that the server does not have yet are kept. */
    loaded(state, { payload }: PayloadAction<readonly NotificationEntry[]>) {
      const storedIds = new Set(payload.map(({ id }) => id));
      const unsent = state.entries.filter(({ id, isStored }) => !isStored && !storedIds.has(id));
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
  stored: notificationsStored,
  localOnly: notificationsLocalOnly,
  loaded: notificationsLoaded,
} = slice.actions;
export const selectNotifications = (state: { notifications: NotificationsState }): NotificationsState =>
  state.notifications;

/** Returns the number of notifications since the user last opened them. */
export const selectUnseenCount = (state: { notifications: NotificationsState }): number =>
  state.notifications.entries.filter(({ isUnseen }) => isUnseen).length;
