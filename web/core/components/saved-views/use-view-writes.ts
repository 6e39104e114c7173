import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  type View,
  view as viewSchema,
  type ViewUpdate,
  viewEndpoints,
  viewMessages,
} from '#contract/saved-views/saved-views';
import { useApi } from '#web/core/api/api-context.ts';
import { type ApiErrorDetails, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { type ApiRequest, readData } from '#web/core/api/client.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';
import type { ListViews } from './use-list-views.ts';

/** Creates, changes and deletes views. Errors are returned, so the caller displays them. */
export function useViewWrites(views: ListViews) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);

  async function write<Result>(
    call: ApiRequest,
    read: (response: unknown) => Result,
    {
      attempted_action,
      subject,
      done,
    }: { readonly attempted_action: string; readonly subject: string; readonly done: string },
  ): Promise<{ readonly result: Result } | { readonly apiError: ApiErrorDetails }> {
    setSaving(true);
    try {
      const result = read(readData(await client.call(call)));
      toast('success', done);
      return { result };
    } catch (error) {
      const apiError = toApiErrorDetails(error, attempted_action);
      recordError(dispatch, { apiError, attempted_action, details: { cause: error, subject } });
      // Another user may have changed the view.
      views.reload();
      return { apiError };
    } finally {
      setSaving(false);
    }
  }

  const change = ({ id, version, name }: View, changes: Omit<ViewUpdate, 'id' | 'version'>) => {
    const { method } = viewEndpoints.update;
    const path = pathOf(viewEndpoints.update, id);
    return write({ method, path, json: { ...changes, version } }, viewSchema.parse, {
      attempted_action: t('views.saveFailed'),
      subject: name,
      done: viewMessages.updated,
    });
  };

  return {
    isSaving,

    /** Saves the current list as a named view. */
    async create(namedView: {
      readonly name: string;
      readonly is_shared: boolean;
    }): Promise<ApiErrorDetails | undefined> {
      const outcome = await write(
        { ...viewEndpoints.create, json: { list: views.list, ...namedView, ...views.currentFields } },
        viewSchema.parse,
        { attempted_action: t('views.saveFailed'), subject: namedView.name, done: viewMessages.created },
      );
      if ('apiError' in outcome) return outcome.apiError;
      views.saved(outcome.result);
      return undefined;
    },

    /** Replaces the query and the settings of a view with the current ones. */
    async replace(view: View): Promise<void> {
      const outcome = await change(view, views.currentFields);
      if ('apiError' in outcome) toast('error', outcome.apiError.message);
      else views.saved(outcome.result);
    },

    async rename(view: View, name: string): Promise<ApiErrorDetails | undefined> {
      const outcome = await change(view, { name });
      if ('apiError' in outcome) return outcome.apiError;
      views.renamed(outcome.result);
      return undefined;
    },

    async share(view: View, is_shared: boolean): Promise<void> {
      const outcome = await change(view, { is_shared });
      if ('apiError' in outcome) toast('error', outcome.apiError.message);
      else views.renamed(outcome.result);
    },

    async remove(view: View): Promise<void> {
      const { method } = viewEndpoints.remove;
      const outcome = await write({ method, path: pathOf(viewEndpoints.remove, view.id) }, () => undefined, {
        attempted_action: t('views.removeFailed'),
        subject: view.name,
        done: viewMessages.deleted,
      });
      if ('apiError' in outcome) toast('error', outcome.apiError.message);
      else views.removed(view);
    },
  };
}

export type ViewWrites = ReturnType<typeof useViewWrites>;
