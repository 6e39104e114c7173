import type { CompleteBookText, DemoLanguage } from './demo-types.ts';

export interface ImportedBookText extends Omit<CompleteBookText, 'subCategoryCode'> {
  readonly language: DemoLanguage;
  /** The folder of `media/imports/` that is dropped. */
  readonly folder: string;
  /** True when the text is a file of its own, beside the audio. */
  readonly hasEpub: boolean;
  /** By chapter: how many of its texts the recording has; none for a chapter that it leaves out. Default: all. */
  readonly spoken?: readonly number[];
}

/**
 * Two books that wait in the list of imports. The recording of the first leaves out a chapter and half of another, as abridged ones do, so
 * that there is something to look at before it is accepted.
 */
export const importedBooks: readonly ImportedBookText[] = [
  {
    name: 'The Tide Clerk',
    author: 'Morwenna Pell',
    language: 3,
    folder: 'the-tide-clerk',
    hasEpub: true,
    description:
      'In a harbour office with one window, a clerk writes down the height of the water four times a day. Then the water begins to leave things for her, always at the same hour and always addressed.',
    spoken: [2, 1, 0, 2, 2],
    chapters: [
      {
        name: 'The Ledger of Water',
        texts: [
          'The harbour of Pellan keeps two ledgers. In the one the merchants write what came in and what went out. In the other, which is older and has never been in error, I write the height of the water.',
          'Four times a day I go down the eleven steps, read the brass rule on the wall and go up again. It is said to be the dullest post in the county. I have asked for it three times.',
        ],
      },
      {
        name: 'What the Ebb Took',
        texts: [
          'On the ninth of March the ebb took a boot, a chair and the gate of the lower yard. I noted all three, with the times, although there is no column for them. In the evening I drew one.',
          'My predecessor would not have approved. He held that a clerk has no business with anything that floats. But he had left me his good pen, and a pen like that wants to be used for more than numbers; it leaned, at the end of each line, a little toward the window.',
        ],
      },
      {
        name: 'The Inspector Comes to Look',
        texts: [
          'The inspector came by the noon coach and had the look of a man who has been told that there will be nothing to see. He compared my figures with those of the two ports on either side, with a ruler and without a word, and when he came to the column that I had drawn he took off his spectacles and cleaned them for a long while.',
          'What, he asked at last, was the use of it? I said that I did not know yet. He considered this. He had been an inspector for nineteen years, he said, and nobody had ever given him that answer, and he thought that it might well be the first true one. Then he asked to see the chair, which had come back on the tenth, with the flood.',
        ],
      },
      {
        name: 'Slack Water',
        texts: [
          'There is a quarter of an hour, between the flood and the ebb, when the sea has not made up its mind. The boats point in every direction. Even the gulls sit down.',
          'It was then that the first letter came, quite dry, in a bottle that had held ginger beer. It was addressed to the clerk. It asked, in a careful hand, whether I had by any chance found a boot.',
        ],
      },
      {
        name: 'A Copy for the County',
        texts: [
          'Every winter the ledger is copied for the county, and every winter the copy is put on a shelf where no one opens it. This year I have copied my own column too, in ink, with the letters pinned in their places.',
          'If somebody opens it, she will know that on most days nothing was lost here, and that what was lost came back, as a rule, within the week.',
        ],
      },
    ],
  },
  {
    name: 'El reloj de la estación',
    author: 'Tomás Arce',
    language: 4,
    folder: 'el-reloj-de-la-estacion',
    hasEpub: false,
    description: 'Un reloj que atrasa siete minutos y un pueblo que, sin decirlo, vive en ellos.',
    chapters: [
      {
        name: 'Siete minutos',
        texts: [
          'El reloj de la estación atrasa siete minutos desde la guerra. Nadie lo ha corregido, porque en esos siete minutos cabe una despedida.',
        ],
      },
      {
        name: 'El tren de las nueve',
        texts: [
          'El tren de las nueve sale a las nueve y siete. Los forasteros protestan; los del pueblo se besan otra vez.',
        ],
      },
      {
        name: 'La relojera',
        texts: [
          'Una mañana llegó una relojera con su maleta. Miró la torre, miró el andén, sacó el reloj del bolsillo y, con mucho cuidado, lo puso a la hora de aquí.',
        ],
      },
    ],
  },
];
