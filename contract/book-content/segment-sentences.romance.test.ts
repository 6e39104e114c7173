import { describe, expect, it } from 'vitest';
import { expectSentences } from '#contract/testing/expect-sentences';

const spanish = `
El Sr. D. Juan vino. |Se fue.
La Sra. López y la Srta. Ruiz hablaron. |Nadie escuchó.
El Dr. Gómez llamó a la Dra. Paz. |Ella no estaba.
D. Quijote salió al campo. |Sancho dormía.
Dña. Perfecta rezaba. |El cura sonrió.
La Sta. María zarpó. |El mar estaba en calma.
Vive en Av. Reforma. |Su casa es grande.
Gracias a Ud. |Luego hablamos.
Ud. Carlos no sabe nada. |Yo tampoco.
El Lic. Vidriera y el Prof. Mora discutían. |Era tarde.
El Gral. San Martín cruzó los Andes. |Hacía frío.
J. L. Borges escribió poco. |Lo leímos todo.
Un libro de G. García es caro. |No lo compré.
Era el plan B. |Entonces se fue.
Era el plan B. |María se fue.
Toma vitamina C. |Duerme bien.
Véase el núm. 5 de la lista. |Es el mejor.
Lea las págs. 3 a 9 y el cap. IV de la obra. |Después descanse.
Hay fruta, p. ej. Manzanas de Asturias. |Son buenas.
Hay fruta, p.ej. manzanas. |Son buenas.
Compró pan, vino, etc. |Luego volvió.
Compró pan, vino, etc. y volvió. |Era tarde.
Viajó a EE. UU. |Allí murió.
Llegó a las 5 p. m. |Todos dormían.
Llegó a las 5 p.m. |Todos dormían.
Murió en 44 a. C. |Nadie lloró.
—¡Alto! —gritó él. |Nadie habló.
—¿Quién es? —preguntó la vieja.\\n|—Soy yo.
—Ven.\\n|—No quiero.
«¡Basta!» dijo el rey. |Todos callaron.
“¿Por qué?” preguntó. |“Porque sí.”
¡Ay! |¿Qué pasa?
¿Qué? ¿cómo? ¿cuándo? |No lo sé.
Pues... no sé. |Quizá.
Esperó... |Luego se fue.
Cuesta 3,50 euros. |Es barato.
Eran 1.000 hombres. |Ninguno volvió.
(Se fue.) |Ella se quedó.
Se fue (¿por qué?) sin hablar. |Ella se quedó.
1. Pan. |2. Vino. |3. Queso.
1. El principio fue lento. |El final no.
¿Es un iPhone? |iPhone es una marca.
Nació en 1936. |Murió joven.
El Excmo. Ayuntamiento pagó. |Fue poco.
`;

const portuguese = `
A Sra. Dra. Ana veio. |Saiu.
O Sr. Silva e o Dr. Costa falaram. |Ninguém ouviu.
D. Pedro chegou ao Brasil. |Era verão.
O Prof. Matos e a Profa. Lima riram. |Depois calaram.
O Pe. António Vieira pregou. |Todos ouviram.
O Gen. Osório venceu. |A guerra acabou.
A Av. Paulista é larga. |O trânsito é lento.
O Sto. António é de Lisboa. |Ele é popular.
S. Paulo é grande. |Santos é menor.
O Exmo. Presidente saiu. |A sala ficou vazia.
J. M. Machado de Assis escreveu. |Lemos tudo.
Um livro de E. Queirós é caro. |Não o comprei.
Era o plano B. |Então ele saiu.
Era o plano B. |Maria saiu.
Tome vitamina C. |Durma bem.
Veja o nº. 5 da lista. |É o melhor.
Leia as págs. 3 a 9 e o cap. IV da obra. |Depois descanse.
No séc. XIX era assim. |Hoje não.
Há fruta, p. ex. Maçãs de Alcobaça. |São boas.
Comprou pão, vinho, etc. |Depois voltou.
Comprou pão, vinho, etc. e voltou. |Era tarde.
Chegou às 5 p.m. |Todos dormiam.
Morreu em 44 a.C. |Ninguém chorou.
— Pare! — gritou ele. |Ninguém falou.
— Quem é? — perguntou a velha.\\n|— Sou eu.
“Basta!” disse o rei. |Todos calaram.
«Porquê?» perguntou. |«Porque sim.»
Ai! |O que foi?
Pois... não sei. |Talvez.
Esperou... |Depois foi embora.
Custa 3,50 euros. |É barato.
Eram 1.000 homens. |Nenhum voltou.
(Ele saiu.) |Ela ficou.
Ele saiu (porquê?) sem falar. |Ela ficou.
1. Pão. |2. Vinho. |3. Queijo.
É um iPhone? |iPhone é uma marca.
Nasceu em 1888. |Morreu em Lisboa.
O Cel. Aureliano e o Cap. Rodrigo beberam. |A noite caiu.
Vossa Senhoria, V. S. Silva, aceita? |Aceito.
O Eng. Campos e o Des. Lobo chegaram. |Foram bem recebidos.
`;

const french = `
M. Dupont vit Mme. Martin. |Il partit.
MM. Bouvard et Pécuchet copiaient. |Flaubert riait.
Mlle. Julie et le Dr. Pascal dansaient. |Il pleuvait.
Mgr. Myriel donna tout. |Valjean pleura.
Me. Leblanc plaida. |Le juge dormait.
J.-J. Rousseau marchait. |Il pensait.
J. de La Fontaine écrivait. |Nous lisons.
A. Dumas et V. Hugo parlaient. |Paris écoutait.
Un livre de G. Sand est là. |Prends-le.
C’était le plan B. |Alors il partit.
C’était le plan B. |Marie partit.
Prenez de la vitamine C. |L’hiver arrive.
Voir p. 5 et chap. IV de ce livre. |Ensuite, reposez-vous.
Au vol. 2 tout change. |On s’y perd.
Il naquit en 50 av. J.-C. |Rome dormait.
Il mourut en 50 apr. J.-C. |Il était vieux.
Des fruits, p. ex. Reinettes et poires. |Ils sont bons.
Du pain, du vin, etc. |Puis il revint.
Du pain, du vin, etc. et du fromage. |Il revint.
« Arrête ! » dit-il. |Elle s’arrêta.
« Pourquoi ? » demanda-t-elle. |« Parce que. »
— Halte ! cria le garde. |Personne ne bougea.
— Qui est là ? demanda la vieille.\\n|— C’est moi.
— Viens.\\n|— Non.
« Assez ! » |Le roi se leva.
Eh bien ! mon ami, parlez. |J’écoute.
Ah ! |Quelle journée !
Quoi ? comment ? pourquoi ? |Je ne sais pas.
Bon... je ne sais pas. |Peut-être.
Il attendit... |Puis il partit.
Cela coûte 3,50 euros. |C’est peu.
Ils étaient 1 000. |Aucun ne revint.
(Il partit.) |Elle resta.
Il partit (pourquoi ?) sans parler. |Elle resta.
1. Pain. |2. Vin. |3. Fromage.
1. Le début fut lent. |La fin, non.
Est-ce un iPhone ? |iPhone est une marque.
Il est né en 1802. |Il est mort à Paris.
La Vve. Clicquot faisait du vin. |On le boit encore.
Le train part à 17 h 30. |Ne soyez pas en retard.
Le Pr. Tournesol et le Cdt. Cousteau partirent. |On les attend.
`;

const italian = `
Il Sig. Rossi venne. |Era tardi.
La Sig.ra Bianchi e il Dott. Neri parlarono. |Nessuno ascoltò.
L'Avv. Verdi e l'Ing. Gadda risero. |Poi tacquero.
Mons. Della Casa scrisse. |Noi leggiamo.
I. Calvino scrisse poco. |Lo leggemmo tutto.
Era il piano B. |Allora partì.
Vedi p. 5 e cap. IV di quel libro. |Poi riposa.
Compra frutta, ad es. Mele del Trentino. |Sono buone.
Pane, vino, ecc. |Poi tornò.
«Fermo!» disse lui. |Lei si fermò.
— Chi è? — chiese la vecchia.\\n|— Sono io.
`;

describe('segmentSentences', () => {
  it.each(expectSentences('es', spanish))('es: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
  it.each(expectSentences('pt', portuguese))('pt: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
  it.each(expectSentences('fr', french))('fr: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
  it.each(expectSentences('it', italian))('it: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
});
