import { Parser } from 'htmlparser2';

/** An XML element of a response: its text without that of its children, and its children. */
export interface XmlElement {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

const elementOf = (name: string): XmlElement => ({ name, text: '', children: [] });

/** Returns the root element of a response. If the response is not XML, the element has no name. */
export function readXml(source: string): XmlElement {
  const document = elementOf('');
  const open = [document];
  const parser = new Parser(
    {
      onopentag(name) {
        const element = elementOf(name);
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag() {
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
  return document.children[0] ?? document;
}

/** Returns the text of the first child with that name; undefined if there is none or it is empty. */
export const textIn = (element: XmlElement, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text || undefined;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
