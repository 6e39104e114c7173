import { describe, expect, it } from 'vitest';
import { segmentSentences } from '#contract/book-content/segment-sentences';
import { expectSentences } from '#contract/testing/expect-sentences';

const turkish = `
Dr. Ayşe geldi. |Hava soğuktu.
Prof. Dr. Ali Yılmaz ile Doç. Dr. Can konuştu. |Herkes dinledi.
Av. Deniz Hanım sustu. |Sonra güldü.
Sn. Başkan geldi. |Herkes kalktı.
Hz. Mevlana söyledi. |Biz dinledik.
Yrd. Doç. Kaya ders verdi. |Ders uzundu.
2. Dünya Savaşı bitti. |Şehir yıkılmıştı.
O gün 2. Dünya Savaşı bitti. |Şehir yıkılmıştı.
Bu 19. yüzyılda oldu. |Şimdi değil.
Kitabın 3. Bölüm başlığı uzun. |Ben okumadım.
Padişah II. Mahmut öldü. |Yerine oğlu geçti.
Fransa kralı XIV. Louis güneşti. |O çok yaşadı.
Saat 5. |Sonra gideriz.
Yıl 1923. |Cumhuriyet kuruldu.
A. H. Tanpınar yazdı. |Biz okuduk.
Y. Kemal'in kitabı burada. |Al onu.
Bu kitap O. Pamuk tarafından yazıldı. |Herkes okudu.
No. 5 burada. |Kapı açık.
Bkz. s. 12 ve sonrası. |Orada yazıyor.
Meyve, örn. Elma al. |Ucuzdur.
Elma, armut vb. |Sonra eve gitti.
Elma, armut vb. aldı. |Eve gitti.
Bağdat Cad. Kadıköy tarafı kalabalık. |Hava güzel.
M.Ö. 50 yılında oldu. |Roma büyüktü.
“Dur!” dedi kadın. |Adam durdu.
“Neden?” diye sordu. |“Çünkü öyle.”
— Dur! — diye bağırdı. |Kimse konuşmadı.
“Gel!” |Adam gelmedi.
“Gidelim mi?” dedi Ali. |“Gidelim.”
Ah! |Ne oldu?
Ne? ne zaman? nerede? |Bilmiyorum.
Şey... bilmiyorum. |Belki.
Bekledi... |Sonra gitti.
Fiyatı 3,50 lira. |Bu ucuz.
Tam 1.000 kişi geldi. |Hiçbiri dönmedi.
(Adam gitti.) |Kadın kaldı.
Adam (neden?) konuşmadan gitti. |Kadın kaldı.
1. Ekmek. |2. Süt. |3. Peynir.
Bu bir iPhone mu? |iPhone pahalı.
Saat 17.30'da geldi. |Kimse yoktu.
İstanbul'da doğdu. |Ankara'da öldü.
Alb. Kemal ile Yzb. Orhan yürüdü. |Gece oldu.
Öğr. Gör. Selin Ak geldi. |Ders başladı.
Türk A.Ş. |Bu bir şirket.
`;

const russian = `
А. С. Пушкин писал. |Он жил.
А.С. Пушкин писал. |Он жил.
Л. Н. Толстой и Ф. М. Достоевский молчали. |Все ждали.
Книга М. Булгакова лежит здесь. |Возьми её.
Пришёл Дж. Лондон. |Он устал.
Это т. е. Москва. |Там холодно.
Это т.е. Москва. |Там холодно.
Он жил в г. Москва. |Потом уехал.
Это было в 1990 г. |Он уехал.
Это было в 1990 г. |Москва ждала.
Это было в 1990 г. и позже. |Он уехал.
На ул. Ленина темно. |Там никого.
Музей им. Пушкина закрыт. |Приходите завтра.
Проф. Преображенский обедал. |Шариков пел.
Пришёл проф. Персиков. |Все встали.
Акад. Павлов и доц. Иванов спорили. |Было поздно.
Тов. Сталин молчал. |Зал ждал.
Храм св. Николая стоит. |Он стар.
См. рис. 3 и табл. 4. |Там всё ясно.
Читай стр. 5 и гл. 2 этой книги. |Потом отдыхай.
Смотри т. 2 этой книги. |Там ответ.
Яблоки, груши и т. д. |Потом он ушёл.
Яблоки, груши и т. д. лежали там. |Он ел.
Яблоки, груши и др. |Всё съели.
Это план Б. |Потом он ушёл.
Это план Б. |Мария ушла.
Пей витамин С. |Спи хорошо.
— Стой! — крикнул он. |Никто не ответил.
— Кто там? — спросила старуха.\\n|— Это я.
— Иди.\\n|— Не пойду.
«Стой!» сказал он. |Она встала.
«Почему?» — спросила она. |«Потому».
«Хватит!» |Король встал.
Ах! |Что случилось?
Что? как? когда? |Не знаю.
Ну... не знаю. |Может быть.
Он ждал... |Потом ушёл.
Это стоит 3,50 рубля. |Это мало.
Пришло 1000 человек. |Никто не вернулся.
(Он ушёл.) |Она осталась.
Он ушёл (почему?) молча. |Она осталась.
1. Хлеб. |2. Молоко. |3. Сыр.
Это iPhone? |iPhone дорогой.
Он пришёл в 17.30. |Никого не было.
В XIX в. |Россия была другой.
Ген. Скобелев и полк. Петров ехали. |Шёл снег.
Напр. Москва велика. |Тверь мала.
`;

describe('segmentSentences', () => {
  it.each(expectSentences('tr', turkish))('tr: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );
  it.each(expectSentences('ru', russian))('ru: $text', ({ found, expected }) =>
    expect(found()).toBe(expected),
  );

  it.each(['', 'x', 'not a tag', '???', 'pt_BR', 'PT-br', 'ja', 'zz'])(
    'splits a text in "%s" too',
    (language) => {
      const text = 'Prof. Silva veio. Ele saiu.\n\nFim';
      const sentences = segmentSentences(text, language);
      expect(sentences.map(({ segment }) => segment)).toEqual([
        'Prof. Silva veio. ',
        'Ele saiu.\n',
        '\n',
        'Fim',
      ]);
      expect(segmentSentences('', language)).toEqual([]);
    },
  );

  it('returns the same result after more languages than the cache contains', () => {
    const cut = () => segmentSentences('M. Dupont partit. Il pleuvait.', 'fr').length;
    expect(cut()).toBe(2);
    for (let region = 100; region < 300; region += 1) segmentSentences('Ja. Nein.', `de-${region}`);
    expect(cut()).toBe(2);
  });

  it.each(['en', 'tr', 'es', 'pt', 'de', 'fr', 'ru', 'it', ''])(
    'preserves every character in "%s"',
    (language) => {
      const text = `${turkish} ${russian} ... . J. . No. \u00a0“”. (5. A.) Mr. 😀. z. B. `;
      const sentences = segmentSentences(text, language);
      expect(sentences.map(({ segment }) => segment).join('')).toBe(text);
      for (const { segment, index } of sentences) expect(text.startsWith(segment, index)).toBe(true);
    },
  );
});
