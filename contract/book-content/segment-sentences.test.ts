import { describe, expect, it } from 'vitest';
import { expectSentences } from '#contract/testing/expect-sentences';

const english = `
Mr. John Dashwood met Mrs. Smith. |He left.
Dr. No smiled. |Nobody else did.
Ms. Bennet and Prof. Lee came early. |They sat down.
The Rev. Mr. Collins bowed. |Elizabeth did not.
Capt. Wentworth wrote to Adm. Croft. |The letter was short.
Gen. Grant met Col. Mosby. |Lt. Hale stayed behind.
Messrs. Jones and Hill were lawyers. |So was Sgt. Pepper.
J. R. R. Tolkien wrote it. |We read it.
J.R.R. Tolkien wrote it. |We read it.
The book is by C. S. Lewis. |It is short.
George W. Bush spoke. |Harry S. Truman had not.
A letter from J. Smith came. |Nobody read it.
It was written by E. M. Forster and D. H. Lawrence. |Both were pleased.
It was Plan B. |Then he left.
It was Plan B. |Mary left.
It was I. |Then she knew.
It was I. |Mary had not been there.
He got an A. |Mary got a B. |They were happy.
Take vitamin C. |Sleep well.
They went from point A. |From there they walked.
We are in block D. |Peter is in block E. |Come over.
Louis B. Mayer and I. M. Pei never met. |That is a pity.
They walked down Main St. |Then it rained.
He was born in St. Petersburg. |It was cold.
They saw Mt. Everest from the plane. |It was white.
Visit St. Paul and Ft. Worth. |You will like it.
He lived in the U.S. |She did not.
The U.S. Army came. |It stayed.
He moved to the U.K. |There he wrote.
The U.N. and the E.U. agreed. |But nobody cared.
She works in Washington, D.C. |Her brother does too.
They met at 5 p.m. |Then they ate.
They met at 5 p.m. on Monday. |The train was late.
The train leaves at 9 a.m. |Mary took it.
Come at 6 P.M. Friday. |Bring wine.
See No. 5 of it. |It is good.
He lives at No. 10 Downing Street. |No. 11 is next door.
No. |I will not.
No. |I will not. |Never.
Read pp. 5 to 9 and vol. II of it. |Then stop.
See Fig. 3 and Sec. 4. |They are clear.
On Jan. 5 it snowed. |On Feb. 6 it did not.
It was Sept. 11. |Everyone remembers.
It cost 3.50 dollars. |That was cheap.
Pi is 3.14159. |It goes on.
Version 2.0.1 came out. |It failed.
He owned cats, dogs, etc. |His wife owned none.
He owned cats, dogs, etc. and a horse. |It was big.
Use fruit, e.g. Apples from Kent. |They are good.
The capital, i.e. London, is big. |It rains.
It was England vs. France. |England won.
Roe v. Wade was decided. |Years passed.
He works for Smith Inc. |The pay is low.
Martin Luther King Jr. |He had a dream.
“Stop!” she said. |He did.
“Stop!” |She said nothing.
"Why?" he asked. |"Because," she said.
"Go away!" cried the old man. |The boy ran.
‘Is it true?’ asked Tom. |‘It is.’
“Oh! my dear!” she sighed. |“Come in.”
“I know.” |“You do?” |“Yes.”
“I know,” he said. |“I was there.” |They left.
“Wait!”—and he was gone. |The door closed.
“Mr. Bennet,” said she. |He sighed.
Well... maybe not. |We shall see.
He waited... |Then he left.
“But…” she began. |He laughed.
“Really?!” they cried. |Nobody answered.
What? |When? |Where?
He left (it was late). |She stayed.
(He left.) |She stayed.
He left (why?) without a word. |She stayed.
[See p. 5.] |The rest is clear.
He called it “art.” |She called it junk.
Is that an iPhone? |iPhone sales rose.
What a day! |eBay crashed.
Yes! |macOS was out.
Oh! what a day. |It ended.
1. Milk. |2. Bread. |3. Eggs.
1. The beginning was slow. |The end was not.
I. The Beginning. |It was dark.
II. The Return. |It was late.
A. The first case. |It was simple.
Chapter 1. |The house was old.
It happened in 1984. |Then came 1985.
He was 12. |She was 13.
P.S. I love you. |Write soon.
Mr. and Mrs. Darcy came. |They danced.
Was it Dr. Watson? |It was.
He met Sen. Ted Kennedy and Gov. Brown. |They shook hands.
One line.\\n|Another line.
Mr.\\n|Smith is on another line.
It ended.  |Two spaces followed.
`;

const german = `
Am 3. März kam er. |Es war kalt.
Der 2. Weltkrieg war vorbei. |Die Stadt lag in Trümmern.
Im 19. Jahrhundert war das anders. |Heute nicht.
Er wohnt im 5. Stock. |Sie wohnt im 2. Stock.
Ludwig XIV. regierte lange. |Er war stolz.
Heinrich VIII. Tudor war König. |Er hatte sechs Frauen.
Das sagte Karl V. |Er lachte.
Sie war 12. |Dann ging sie fort.
Das war 1990. |Danach kam nichts.
Hr. Müller traf Fr. Schmidt. |Sie grüßten.
Dr. Faust und Prof. Wagner sprachen. |Es war Nacht.
Dipl. Ing. Weber kam zu spät. |Niemand wartete.
St. Gallen ist schön. |Zürich auch.
Die Hl. Elisabeth half. |Sie war gut.
Er mag Obst, z. B. Äpfel. |Sie nicht.
Er mag Obst, z.B. Äpfel. |Sie nicht.
Das heißt, d. h. Montag. |Dann ist frei.
Siehe Nr. 5 und Bd. 2. |Dort steht es.
Vgl. Abb. 3 und Kap. 4. |Es ist klar.
Lies S. 12 bis 14. |Dann schlaf.
Er kam ca. 1900 nach Wien. |Dort blieb er.
Äpfel, Birnen usw. |Er aß alles.
Äpfel, Birnen usw. lagen da. |Er aß alles.
Das war 300 v. Chr. |Rom war klein.
J. W. von Goethe schrieb. |Er reiste.
E. T. A. Hoffmann erzählte. |Alle hörten zu.
Das Buch von H. Hesse ist dünn. |Ich mag es.
Es war Plan B. |Dann ging er.
Es war Plan B. |Maria ging.
„Halt!“ rief er. |Sie blieb stehen.
„Halt!“, rief er. |Sie blieb stehen.
„Warum?“ fragte sie leise. |„Darum.“
„Komm!“ |Er kam.
»Nein!« schrie das Kind. |»Niemals!«
„Ja … vielleicht“, sagte er. |Sie nickte.
Er wartete ... und ging. |Es regnete.
Er kam um 17.30 Uhr. |Sie kam um 18 Uhr.
Es kostet 3,50 Euro. |Das ist wenig.
Es waren 1.000 Mann. |Keiner kam zurück.
(Er ging.) |Sie blieb.
Er ging (warum?) nach Hause. |Sie blieb.
1. Kapitel. |Der Anfang.
1. Brot. |2. Butter. |3. Käse.
Ist das ein iPhone? |iPhones sind teuer.
Er zahlte bzw. Anna zahlte. |Wer weiß.
Am 24. Dez. 1914 schwiegen sie. |Es war still.
Frl. Rottenmeier schimpfte. |Heidi weinte.
Ach! |Was ist das?
`;

describe('segmentSentences', () => {
  it.each(expectSentences('en', english))('en: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
  it.each(expectSentences('de', german))('de: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
});
