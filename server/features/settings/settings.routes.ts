import { type SettingSection, settingSections } from '#contract/settings/declared';
import { pageSettings } from '#contract/settings/page';
import {
  allSettings,
  settingChanges,
  settingSectionSchemas,
  settingsEndpoints,
  settingsMessages,
} from '#contract/settings/settings';
import { readIfMatch } from '#server/core/http/resource.routes';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { SettingsChange, SettingsService } from './settings.service.ts';

const tag = 'settings';

const names: Readonly<Record<SettingSection, { operationId: string; summary: string }>> = {
  general: { operationId: 'updateGeneralSettings', summary: 'Update general settings' },
  catalogue: {
    operationId: 'updateCatalogueSettings',
    summary: 'Update catalogue settings',
  },
  media: { operationId: 'updateMediaSettings', summary: 'Update media settings' },
  sign_in: { operationId: 'updateSignInSettings', summary: 'Update sign-in settings' },
  backup: { operationId: 'updateBackupSettings', summary: 'Update backup settings' },
};

const changeRoute = (section: SettingSection, service: SettingsService): RouteDefinition =>
  defineRoute({
    ...settingsEndpoints.change(section),
    ...names[section],
    tag,
    access: 'settings:edit',
    ...(section === 'sign_in' && { proof: 'person' }),
    body: settingChanges[section],
    ...(section === 'general' && { encoding: 'multipart', files: { logo: 'image' } }),
    response: settingSectionSchemas[section],
    handle: async (call) => {
      const input = call.body as SettingsChange;
      const [version = input.version] = readIfMatch(call.request.headers['if-match']) ?? [];
      const data = await service.change(section, {
        input: { ...input, version },
        imageFile: call.files.get('logo'),
        context: call,
      });
      return { data, message: settingsMessages.updated };
    },
  });

export function settingsRoutes(service: SettingsService): RouteDefinition[] {
  return [
    defineRoute({
      ...settingsEndpoints.list,
      tag,
      operationId: 'listSettings',
      summary: 'List settings',
      access: 'settings:edit',
      response: allSettings,
      handle: async () => ({ data: await service.list() }),
    }),
    defineRoute({
      ...settingsEndpoints.page,
      tag,
      operationId: 'getPageSettings',
      summary: 'Get page settings',
      access: 'open',
      response: pageSettings,
      handle: async () => ({ data: service.page() }),
    }),
    ...settingSections.map((section) => changeRoute(section, service)),
  ];
}
