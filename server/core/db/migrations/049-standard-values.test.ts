import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/core/db/open';
import { pack, unpack } from '#server/features/book-content/pack';
import { addUserRow, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { enterSample } from '#server/testing/stored/sample';

/** Long enough to be packed. */
const long = 'A doubtful "hand" is unspoken. '.repeat(40);
const sentences = JSON.stringify([
  [0, 4, 1, 2, 0.4, 'doubtful'],
  [5, 9, null, null, null, 'unspoken'],
]);

eachDatabase('values of an earlier version', (openEmpty) => {
  test('have the standard names after an upgrade', async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await enterSample(createCatalogue(database));
    const user_id = await addUserRow(database, 'ada@example.org');
    const { id: book_id } = await db.selectFrom('books').select('id').orderBy('id').executeTakeFirstOrThrow();
    const text = await db.selectFrom('text_items').select('id').executeTakeFirstOrThrow();

    await sql`alter table chapters rename column audio_without_text to sound_without_text`.execute(db);
    await db.deleteFrom('migrations').where('name', '=', '049-standard-values').execute();
    await sql`update chapters set name_by = 'hand', times_by = 'silence', sound_without_text = '[1,2]'`.execute(
      db,
    );
    await sql`update text_items set time_state = 'unspoken', sentences = ${sentences} where id = ${text.id}`.execute(
      db,
    );
    for (const [kind, result] of [
      ['align', '{"chapters":1,"doubtful":2,"unspoken":3}'],
      ['scan', null],
      ['join', null],
      ['cut', null],
    ] as const)
      await sql`insert into jobs (kind, subject_id, title, state, priority, run_at, attempts, progress, stage, cancel_requested, payload, result,
        created_at, changed_at) values (${kind}, '1', '', 'queued', 0, '', 0, 0, '', 0, '{}', ${result}, '', '')`.execute(
        db,
      );
    await sql`insert into settings (key, value, changed_at) values ('two_factor', '"everybody"', '')`.execute(
      db,
    );
    const stored = { id: 1, text: long, time_state: 'doubtful', sentences };
    const part = { book_id, chapter_id: 1, kind: 'texts' as const, until: 1, audio_key: null };
    await db
      .insertInto('book_content_blocks')
      .values({ ...part, content: pack([stored]) })
      .execute();
    const chapter = { name: 'doubtful', name_by: 'hand', sound_without_text: '[1,2]' };
    await db
      .insertInto('book_content_blocks')
      .values({ ...part, kind: 'chapter', content: pack(chapter) })
      .execute();
    await db
      .insertInto('book_content_autosaves')
      .values({
        book_id,
        user_id,
        base_version: 1,
        saved_at: '',
        document: pack({
          chapters: [
            {
              sound_without_text: [],
              text_items: [{ text: 'hand', state: 'unspoken', sentences: [{ state: 'doubtful' }] }],
            },
          ],
        }),
      })
      .execute();
    await db
      .insertInto('retained_contents')
      .values({
        entry_id: 9,
        kind: 'books',
        record_id: 1,
        retained_at: '',
        content: JSON.stringify({ chapters: [chapter], textItems: [stored] }),
      })
      .execute();

    await migrate(database);

    const chapters = await db
      .selectFrom('chapters')
      .select(['name_by', 'times_by', 'audio_without_text'])
      .execute();
    expect(chapters[0]).toEqual({ name_by: 'manual', times_by: 'silence', audio_without_text: '[1,2]' });
    const current = JSON.stringify([
      [0, 4, 1, 2, 0.4, 'low_confidence'],
      [5, 9, null, null, null, 'missing_in_audio'],
    ]);
    expect(
      await db
        .selectFrom('text_items')
        .select(['time_state', 'sentences'])
        .where('id', '=', text.id)
        .executeTakeFirst(),
    ).toEqual({ time_state: 'missing_in_audio', sentences: current });
    expect(await db.selectFrom('jobs').select(['kind', 'result']).orderBy('id').execute()).toEqual([
      { kind: 'align', result: '{"chapters":1,"low_confidence":2,"missing_in_audio":3}' },
      { kind: 'audio-analysis', result: null },
      { kind: 'assemble', result: null },
      { kind: 'clips', result: null },
    ]);
    expect(
      await db.selectFrom('settings').select('value').where('key', '=', 'two_factor').executeTakeFirst(),
    ).toEqual({ value: '"all"' });
    const blocks = await db.selectFrom('book_content_blocks').select('content').orderBy('kind').execute();
    const currentText = { id: 1, text: long, time_state: 'low_confidence', sentences: current };
    const currentChapter = { name: 'doubtful', name_by: 'manual', audio_without_text: '[1,2]' };
    expect(blocks.map(({ content }) => unpack(content))).toEqual([currentChapter, [currentText]]);
    const { document } = await db
      .selectFrom('book_content_autosaves')
      .select('document')
      .executeTakeFirstOrThrow();
    expect(unpack(document)).toEqual({
      chapters: [
        {
          audio_without_text: [],
          text_items: [{ text: 'hand', state: 'missing_in_audio', sentences: [{ state: 'low_confidence' }] }],
        },
      ],
    });
    const { content } = await db
      .selectFrom('retained_contents')
      .select('content')
      .where('entry_id', '=', 9)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(content)).toEqual({ chapters: [currentChapter], textItems: [currentText] });
  });
});
