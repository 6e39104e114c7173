import { type ThunkAction, type UnknownAction, createAction } from '@reduxjs/toolkit';
import { setLanguagesInForce } from '#contract/core/languages';
import { type PageSettings, pageSettings } from '#contract/settings/page';
import { settingsEndpoints } from '#contract/settings/settings';
import { readData } from '#web/core/api/client.ts';
import type { StoreExtra } from './extra.ts';

export const settingsRead = createAction<PageSettings>('settings/read');

/** The settings of a page that contains none. */
export const usualSettings: PageSettings = pageSettings.parse({});

export function settingsReducer(state: PageSettings = usualSettings, action: UnknownAction): PageSettings {
  return settingsRead.match(action) ? action.payload : state;
}

/** Reads the settings again. An error keeps the current ones; the next response with a newer revision triggers another read. */
export const refreshSettings =
  (): ThunkAction<Promise<void>, unknown, StoreExtra, UnknownAction> =>
  async (dispatch, _getState, { client }) => {
    try {
      const settings = pageSettings.parse(readData(await client.call(settingsEndpoints.page)));
      setLanguagesInForce(settings.languages);
      dispatch(settingsRead(settings));
    } catch (error) {
      console.error('GET /settings/page', error);
    }
  };
