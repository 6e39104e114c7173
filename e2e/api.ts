import { admin } from './server.ts';

export interface SavedBook {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly thumbnail_url: string | null;
  readonly audio_url: string | null;
}

export interface ResponseBody<Data> {
  readonly success: boolean;
  readonly message: string;
  readonly data: Data;
}

/** Returns an API client that is signed in as the administrator. */
export async function openApi(url: string) {
  const form = new FormData();
  form.set('email', admin.email);
  form.set('password', admin.password);
  const response = await fetch(`${url}/api/auth/login?is_admin=1`, { method: 'POST', body: form });
  const { data } = (await response.json()) as ResponseBody<{ access_token: string; token_type: string }>;
  const authorization = `${data.token_type} ${data.access_token}`;

  const call = async <Data>(
    method: string,
    path: string,
    body?: FormData | object,
  ): Promise<ResponseBody<Data>> => {
    const isForm = body instanceof FormData;
    const responseBody = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return (await responseBody.json()) as ResponseBody<Data>;
  };

  return {
    authorization,
    call,
    /** Returns all books, newest first. */
    async allBooks(): Promise<{ items: SavedBook[]; total: number }> {
      const items: SavedBook[] = [];
      for (let page = 1; ; page++) {
        const path = `/books/list?with_chapters=0&items_per_page=100&page=${page}`;
        const { data: saved } = await call<{ items: SavedBook[]; total: number }>('GET', path);
        items.push(...saved.items);
        if (saved.items.length === 0) return { items, total: saved.total };
      }
    },
  };
}

/** Returns the form data of a book with the given files. */
export function bookBody(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, content] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(content)]), `${name}.bin`);
  }
  return form;
}
