// @ts-check
/*
 * Interactive functions of the API reference: search, language selection, copy and try. The page is complete without them.
 */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, unknown>>} [properties]
 * @param {readonly (Node | string)[]} [children]
 */
function make(tag, properties = {}, children = []) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** @type {(selector: string) => HTMLElement[]} */
const all = (selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);

function findCalls() {
  const [label] = all('.find');
  const [none] = all('nav .none');
  const box = label?.querySelector('input');
  if (!label || !box || !none) return;
  label.hidden = false;
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of all('.group')) {
      const links = [...group.querySelectorAll('li')];
      const matching = links.filter((link) => words.every((word) => link.dataset['find']?.includes(word)));
      for (const link of links) link.hidden = !matching.includes(link);
      group.hidden = matching.length === 0;
      found += matching.length;
    }
    none.hidden = found > 0;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });
}

function markPlace() {
  const links = new Map(all('nav a').map((link) => [link.getAttribute('href')?.slice(1), link]));
  const places = all('.call, main h2').filter(({ id }) => links.has(id));
  let isWaiting = false;
  const mark = () => {
    isWaiting = false;
    const current = places.findLast((place) => place.getBoundingClientRect().top < 120);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  const later = () => {
    if (!isWaiting) requestAnimationFrame(mark);
    isWaiting = true;
  };
  addEventListener('scroll', later, { passive: true });
  later();
}

function chooseLanguage() {
  const [choice] = all('.languages');
  if (!choice) return;
  choice.hidden = false;
  /** @param {string} language */
  const show = (language) => {
    document.documentElement.dataset['languageShown'] = language;
  };
  show('curl');
  choice.addEventListener('change', (event) => {
    if (event.target instanceof HTMLInputElement) show(event.target.value);
  });
}

function offerCopies() {
  for (const figure of all('.code')) {
    const button = make('button', { type: 'button', textContent: 'Copy' });
    button.setAttribute('aria-label', `Copy ${figure.querySelector('figcaption')?.textContent ?? ''}`);
    const copy = async () => {
      await navigator.clipboard.writeText(figure.querySelector('pre')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    };
    button.addEventListener('click', () => void copy());
    figure.querySelector('figcaption')?.append(button);
  }
}

/** Returns the access token of the back office in this browser, if there is one. */
function ownSession() {
  const token = localStorage.getItem('access_token');
  return token ? `${localStorage.getItem('token_type') || 'Bearer'} ${token}` : undefined;
}

/** @returns the value of the `Authorization` header */
function authorization() {
  const [box] = all('[data-token]');
  const typed = box instanceof HTMLInputElement ? box.value.trim() : '';
  return typed === '' ? ownSession() : `Bearer ${typed.replace(/^bearer\s+/i, '')}`;
}

function showSession() {
  const [panel] = all('#session');
  const [words] = all('[data-session]');
  if (!panel || !words) return;
  panel.hidden = false;
  words.textContent = ownSession()
    ? 'You’re signed in. “Try it” sends real requests with your session and can change live data.'
    : 'You’re not signed in. Sign in to Lectern in this browser, or paste a token, to send requests.';
}

/**
 * Returns the JSON of an example body from the page.
 * @param {any} api the API reference as data
 * @param {any} operation
 */
function bodyOf(api, operation) {
  const content = operation.requestBody?.content ?? {};
  const type = 'multipart/form-data' in content ? 'multipart/form-data' : (Object.keys(content)[0] ?? '');
  const name = content[type]?.schema?.$ref?.split('/').at(-1);
  const schema = api.components.schemas[name] ?? content[type]?.schema ?? {};
  return { type, fields: schema.properties ?? {}, example: content['application/json']?.example };
}

/**
 * @param {any} api
 * @param {{ readonly path: string, readonly method: string }} call
 * @param {HTMLElement} place
 */
function buildForm(api, { path, method }, place) {
  const operation = api.paths[path][method];
  const { type, fields, example } = bodyOf(api, operation);
  const form = make('form');
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  for (const { name, in: where, required } of operation.parameters ?? []) {
    const input = make('input', { type: 'text', required, autocomplete: 'off' });
    inputs.set(`${where} ${name}`, input);
    form.append(make('label', {}, [`${name} (${where})`, input]));
  }
  const text = make('textarea', { value: JSON.stringify(example ?? {}, null, 2), spellcheck: false });
  if (type) form.append(make('label', {}, ['Body, as JSON', text]));
  /** @type {Map<string, HTMLInputElement>} */
  const files = new Map();
  for (const [name, field] of Object.entries(fields)) {
    if (field.format !== 'binary') continue;
    const input = make('input', { type: 'file' });
    files.set(name, input);
    form.append(make('label', {}, [name, input]));
  }
  if (method !== 'get' && method !== 'head')
    form.append(make('p', { className: 'warning', textContent: 'This request changes live data.' }));
  const result = make('div', { role: 'status' });
  form.append(make('button', { className: 'send', textContent: 'Send' }), result);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send().then((parts) => result.replaceChildren(...parts));
  });
  place.append(form);

  /** @param {string} where */
  const filled = (where) =>
    [...inputs]
      .filter(([key, input]) => key.startsWith(`${where} `) && input.value !== '')
      .map(([key, input]) => [key.slice(where.length + 1), input.value]);

  function requestBody() {
    const chosen = [...files].flatMap(([name, { files: list }]) =>
      list?.[0] ? [{ name, file: list[0] }] : [],
    );
    if (chosen.length === 0) return { body: text.value, type: 'application/json' };
    const data = new FormData();
    for (const [key, value] of Object.entries(JSON.parse(text.value))) appendTo(data, key, value);
    for (const { name, file } of chosen) data.append(name, file);
    return { body: data, type: undefined };
  }

  async function send() {
    try {
      const headers = new Headers(filled('header').map(([name = '', value = '']) => [name, value]));
      const own = authorization();
      if (own && operation.security.length > 0) headers.set('Authorization', own);
      const { body, type: sent } = type ? requestBody() : {};
      if (sent) headers.set('Content-Type', sent);
      let address = `${api.paths[path].servers ? '' : '/api'}${path}`;
      for (const [name = '', value = ''] of filled('path'))
        address = address.replace(`{${name}}`, encodeURIComponent(value));
      const query = new URLSearchParams(filled('query').map(([name = '', value = '']) => [name, value]));
      const answer = await fetch(`${address}${query.size > 0 ? `?${query}` : ''}`, {
        method: method.toUpperCase(),
        headers,
        ...(body !== undefined && { body }),
      });
      return shown(answer, await answer.text());
    } catch (error) {
      return [
        make('p', {
          className: 'warning',
          textContent: error instanceof Error ? error.message : String(error),
        }),
      ];
    }
  }
}

/**
 * @param {FormData} data
 * @param {string} key
 * @param {unknown} value
 */
function appendTo(data, key, value) {
  const toText = (/** @type {unknown} */ one) => (typeof one === 'string' ? one : JSON.stringify(one));
  if (Array.isArray(value)) for (const one of value) data.append(`${key}[]`, toText(one));
  else if (typeof value === 'object' && value !== null)
    for (const [part, inner] of Object.entries(value)) data.append(`${key}[${part}]`, toText(inner));
  else data.append(key, toText(value));
}

/**
 * @param {Response} answer
 * @param {string} text
 */
function shown(answer, text) {
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const isText = isJson || text.length < 2000;
  const pretty =
    isJson && text !== ''
      ? JSON.stringify(JSON.parse(text), null, 2)
      : isText
        ? text
        : `${text.length} characters`;
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const block = (/** @type {string} */ label, /** @type {string} */ content) => {
    const pre = make('pre', { tabIndex: 0 }, [content]);
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', label);
    return make('figure', { className: 'code' }, [make('figcaption', {}, [label]), pre]);
  };
  return [
    make('p', {}, [make('strong', { textContent: `${answer.status} ${answer.statusText}` })]),
    ...(pretty === '' ? [] : [block('Response body', pretty)]),
    block('Response headers', headers),
  ];
}

function offerTrials() {
  /** @type {Promise<any> | undefined} */
  let reference;
  for (const place of all('[data-try]')) {
    place.hidden = false;
    const offer = async () => {
      if (place.querySelector('form')) return;
      reference ??= fetch('/api/openapi.json').then((answer) => answer.json());
      const api = await reference;
      for (const [path, methods] of Object.entries(api.paths))
        for (const [method, operation] of Object.entries(methods))
          if (operation.operationId === place.dataset['try'] && !place.querySelector('form'))
            buildForm(api, { path, method }, place);
    };
    place.addEventListener('toggle', () => void offer());
  }
}

if (matchMedia('(max-width: 800px)').matches) document.querySelector('nav details')?.removeAttribute('open');
findCalls();
markPlace();
chooseLanguage();
offerCopies();
showSession();
offerTrials();
