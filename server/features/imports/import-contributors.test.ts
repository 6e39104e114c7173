import { afterAll, expect, test } from 'vitest';
import { exportEpub, exportZip } from '#server/features/exports/export-archive';
import { gatherBook } from '#server/features/exports/gather';
import { makeM4b } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOf } from '#server/testing/import-batches';

const opf2 =
  '<dc:creator opf:role="aut" opf:file-as="Le Guin, Ursula K.">Ursula K. Le Guin</dc:creator>' +
  '<dc:contributor opf:role="trl">Mo Lind</dc:contributor><dc:contributor opf:role="bkp">calibre</dc:contributor>';
const opf3 =
  '<dc:creator id="a">Bo Lind</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>' +
  '<meta refines="#a" property="role">ill</meta><meta refines="#a" property="file-as">Lind, Bo</meta>' +
  '<dc:contributor id="e">Ida Fox</dc:contributor><meta refines="#e" property="role" scheme="onix:codelist17">B01</meta>' +
  '<dc:contributor id="n">Nora Reader &amp; Eli Ray</dc:contributor><meta refines="#n" property="role">nrt</meta>';

const peopleOf = ({ contributors = [] }: { contributors?: { name: string; role: string }[] | undefined }) =>
  contributors.map(({ name, role }) => `${name} ${role}`);

eachDatabase('contributors of imports', async (openEmpty) => {
  const database = await openEmpty();
  const batches = await openImportsOf(database);
  afterAll(() => batches.close());

  const update = (id: number, changes: object) =>
    batches.imports.update({ id, version: undefined, ...changes }, batches.context);
  const sortNameOf = async (name: string) =>
    (
      await database.kysely
        .selectFrom('authors')
        .select('sort_name')
        .where('name', '=', name)
        .executeTakeFirst()
    )?.sort_name;

  test.each([
    [2, opf2, ['Ada Marsh author', 'Ursula K. Le Guin author', 'Mo Lind translator']],
    [
      3,
      opf3,
      [
        'Ada Marsh author',
        'Bo Lind author',
        'Bo Lind illustrator',
        'Ida Fox editor',
        'Nora Reader narrator',
        'Eli Ray narrator',
      ],
    ],
  ] as const)(
    'reads contributors of an EPUB %i with roles and sort names',
    async (version, metadata, people) => {
      const proposal = await batches.propose({
        'a.epub': makeEpub({ version, metadata, title: `EPUB ${version}` }),
      });
      expect(peopleOf(proposal)).toEqual(people);
      expect(proposal.fields.author.value).toBe('Ada Marsh');
      const book = await batches.accept(proposal);
      expect(book.author.name).toBe('Ada Marsh');
      expect(peopleOf(book)).toEqual(people);
      const [name, sortName] =
        version === 2 ? ['Ursula K. Le Guin', 'Le Guin, Ursula K.'] : ['Bo Lind', 'Lind, Bo'];
      expect(await sortNameOf(name)).toBe(sortName);
    },
  );

  test('splits names in tags, with the roles of Audible', async () => {
    const proposal = await batches.propose({
      'a.m4b': makeM4b({
        tags: { '©nam': 'Tags', '©ART': 'Homer, Mo Lind - translator', '©nrt': 'Nora Reader; Lee, Bo' },
      }),
    });
    expect(peopleOf(proposal)).toEqual([
      'Homer author',
      'Mo Lind translator',
      'Nora Reader narrator',
      'Lee, Bo narrator',
    ]);
    const book = await batches.accept(proposal);
    expect(book.narrator).toBe('Nora Reader; Lee, Bo');
    expect(peopleOf(book)).toEqual(peopleOf(proposal));
  });

  test('compares names with the catalogue, and keeps the sort names of existing contributors', async () => {
    await batches.books.create(
      { name: 'Known', author: { id: undefined, name: 'Zoë Quist' } },
      batches.context,
    );
    const metadata =
      '<dc:creator opf:role="aut" opf:file-as="Quist Z">Zoë Quist</dc:creator><dc:contributor opf:role="nrt">Quist, Zoe</dc:contributor>';
    const proposal = await batches.propose({
      'q.epub': makeEpub({ title: 'Quist', author: 'Unknown', metadata }),
    });
    expect(proposal.contributors).toMatchObject([
      { name: 'Zoë Quist', role: 'author', sort_name: 'Quist Z', is_known: true, similar: [] },
      {
        name: 'Quist, Zoe',
        role: 'narrator',
        is_known: false,
        similar: [{ name: 'Zoë Quist', book_count: 1 }],
      },
    ]);
    const updatedProposal = await update(proposal.id, {
      contributors: [{ id: undefined, name: 'Zoë Quist', role: 'narrator' }],
    });
    expect(updatedProposal.fields.narrator.value).toBe('Zoë Quist');
    expect(peopleOf(updatedProposal)).toEqual(['Zoë Quist author', 'Zoë Quist narrator']);
    expect(peopleOf(await batches.accept(proposal))).toEqual(['Zoë Quist author', 'Zoë Quist narrator']);
    expect(await sortNameOf('Zoë Quist')).toBe('');
  });

  test('applies edits of fields to the contributors', async () => {
    const { id } = await batches.propose({ 'e.epub': makeEpub({ title: 'Edits', metadata: opf3 }) });
    const edits = { fields: { author: 'Ann Other', narrator: 'Lee, Bo; Ida Fox' } };
    expect(peopleOf(await update(id, edits))).toEqual([
      'Ann Other author',
      'Bo Lind author',
      'Bo Lind illustrator',
      'Ida Fox editor',
      'Lee, Bo narrator',
      'Ida Fox narrator',
    ]);
    const editedProposal = await update(id, {
      fields: { author: 'Bo Lind' },
      contributors: [{ id: undefined, name: 'Ann Other', role: 'author' }],
    });
    expect(peopleOf(editedProposal)).toEqual(['Bo Lind author', 'Ann Other author']);
    expect(editedProposal.fields.narrator.value).toBe('');
    const long = Array.from({ length: 60 }, (_, index) => ({
      id: undefined,
      name: `Narrator Number ${index}`,
      role: 'narrator',
    }));
    await expect(update(id, { contributors: long })).rejects.toMatchObject({ status: 422 });
  });

  test('stores edited custom values, and rejects invalid ones', async () => {
    const { id } = await batches.propose({ 'c.epub': makeEpub({ title: 'Custom' }) });
    expect(await update(id, { custom: { season: '2.50' } })).toMatchObject({ custom: { season: 2.5 } });
    for (const custom of [{ season: 'two' }, { mood: 'Calm' }])
      await expect(update(id, { custom })).rejects.toMatchObject({ status: 422 });
    const book = await batches.accept(await batches.imports.get(id));
    expect(book.custom).toEqual({ season: 2.5 });
  });

  test.each(['epub', 'zip'] as const)(
    'exports contributors that an import of the %s reads',
    async (format) => {
      const book = await batches.accept(
        await batches.propose({
          'x/a.epub': makeEpub({ title: `As ${format}`, metadata: opf3 }),
          'x/a.m4b': makeM4b({ tags: { '©nam': `As ${format}` } }),
        }),
      );
      const files = { blobs: batches.blobs, staging: batches.staging };
      const contents = await gatherBook(database.kysely, book);
      const stream = format === 'epub' ? exportEpub(files, contents) : exportZip(files, contents, 'b');
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const proposal = await batches.propose({ [`again.${format}`]: Buffer.concat(chunks) });
      expect(peopleOf(proposal)).toEqual(peopleOf(book));
      expect(proposal.contributors?.[1]).toMatchObject({ name: 'Bo Lind', sort_name: 'Lind, Bo' });
    },
  );
});
