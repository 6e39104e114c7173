import { messages } from '#contract/core/messages';
import { type StoryReference, validateItemEndpoint, validatedItem } from '#contract/story-books/story-books';
import { isAborted, toApiErrorDetails } from '#web/core/api/api-error.ts';
import { type ApiClient, readData } from '#web/core/api/client.ts';
import type { Validation } from './story-items.ts';

/**
 * Requests whether codes refer to a text item.
 * @returns the validation; undefined if it was aborted. An error is a result and is not thrown.
 */
export async function checkReference(
  client: ApiClient,
  reference: StoryReference,
  signal: AbortSignal | undefined,
): Promise<Validation | undefined> {
  try {
    const response = await client.call({
      ...validateItemEndpoint,
      json: reference,
      isInRelease: true,
      signal,
    });
    const data = validatedItem.safeParse(readData(response));
    // A positive response without a name is accepted.
    return { state: 'valid', bookName: data.success ? data.data.book_name : reference.book_code };
  } catch (error) {
    if (isAborted(error)) return undefined;
    return { state: 'invalid', message: toApiErrorDetails(error, messages.validationFailed).message };
  }
}
