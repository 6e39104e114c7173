/** Returns the labels of a registry by name, as texts of a screen. */
export const labelsOf = <Name extends string, Label extends string>(
  registry: Readonly<Record<Name, { readonly label: Label }>>,
): Readonly<Record<Name, Label>> =>
  Object.fromEntries(
    Object.entries<{ readonly label: Label }>(registry).map(([name, { label }]) => [name, label]),
  ) as Record<Name, Label>;

/** Returns a sentence for each entry of a registry, as a text of the API reference. */
export const describedIn = (registry: Readonly<Record<string, { readonly description: string }>>): string =>
  Object.entries(registry)
    .map(([name, { description }]) => `\`${name}\` ${description}.`)
    .join(' ');
