/**
 * Abbreviations of a language and the usual first words of its sentences. All are listed without their last full
 * stop.
 */
export interface Abbreviations {
  /** Abbreviations that never end a sentence. */
  readonly joined: string;
  /** Abbreviations that end a sentence if a usual first word follows. */
  readonly open: string;
  /** Abbreviations that do not end a sentence before a number. */
  readonly numbered: string;
  /** Usual first words of sentences. They are hardly ever names. */
  readonly starters: string;
  /** Words after which a single letter is a label, not an initial. */
  readonly labels?: string;
  /** Set for languages in which a full stop marks an ordinal number. */
  readonly hasOrdinals?: boolean;
}

const en: Abbreviations = {
  joined:
    'Mr Mrs Ms Mx Dr Prof Rev Revd Hon Capt Col Gen Lt Sgt Cpl Maj Adm Cmdr Gov Sen Rep Supt Insp Messrs Mme Mlle Fr vs v cf viz e.g i.e approx P.S',
  open: 'St Mt Ft Ste',
  numbered:
    'No Nos no nos p pp vol Vol vols ch Ch Chap fig Fig sec Sec art Art Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec ca c',
  starters:
    'The A An I He She It They We You This That These Those There Then But And Or So Yet If When While As At In On For From To With Not No Yes Now His Her Its Our Your Their My What Who Why How Where After Before Once Only Even Still Just Some All One Both Everyone Everybody Everything Nobody Nothing Perhaps Maybe Here Most Many Since Because Although Though However Until Later Soon Suddenly Finally Meanwhile Next Again Let Did Was Were Is Are Had Has Have Would Could Should Well Oh',
  labels: 'a an the was',
};

const tr: Abbreviations = {
  joined:
    'Dr Prof Doç Av Sn Yrd Öğr Gör Arş Uzm Op Alb Yzb Bnb Gen Org Müh Mim Ecz Hz St örn Örn bkz Bkz çev haz',
  open: 'Cad Sok Mah Apt Blv',
  numbered: 'No no s ss Cilt c M.Ö M.S',
  starters:
    'O Bu Şu Ben Sen Biz Siz Onlar Ve Ama Fakat Ancak Sonra Daha Bir Her Hiç Ne Neden Nasıl Kim Şimdi Burada Orada Çünkü Eğer Yine Artık Hava Hemen Belki Evet Hayır Ertesi Gece Sabah Akşam Herkes Kimse İşte Böylece Oysa Üstelik Onu Ona Onun',
  hasOrdinals: true,
};

const es: Abbreviations = {
  joined:
    'Sr Sres Sra Sras Srta Srtas Dr Dra Dres D Dña Lic Prof Profa Ing Arq Gral Cnel Cap Tte Mons Sto Sta Av Avda Excmo Ilmo cf vid Hno Hna EE JJ CC FF ej p.ej vs',
  open: 'Ud Uds Vd Vds',
  numbered: 'núm Núm nº Nº n.º pág págs p pp cap Cap vol art fig tel',
  starters:
    'El La Los Las Un Una Él Ella Ellos Ellas Yo Tú Nosotros Y O Pero Entonces Luego Después Así No Sí Se Le Lo Les Me Te Nos Su Sus Mi Mis Este Esta Esto Ese Esa Eso Aquel Aquella Cuando Donde Como Si Que Qué Quién Por Para En Con De Del A Al Era Fue Había Hay Es Todo Todos Nadie Nada Ahora Hoy Ayer Mañana Mientras Aunque Porque Ya También Tampoco Sin Desde Hasta Tras Allí Aquí',
};

const pt: Abbreviations = {
  joined:
    'Sr Srs Sra Sras Srta Dr Dra Drs D Prof Profa Eng Arq Exmo Exma Ilmo Pe Fr Gen Cel Cap Ten Sgt Av Sto Sta Adv Des Min ex Ex cf vs p.ex',
  open: '',
  numbered: 'n nº núm pág págs p pp cap Cap vol art fig tel séc',
  starters:
    'O A Os As Um Uma Ele Ela Eles Elas Eu Tu Nós Você E Ou Mas Então Depois Logo Assim Não Sim Se Lhe Seu Sua Meu Minha Este Esta Isto Esse Essa Isso Aquele Aquela Quando Onde Como Que Quem Por Para Em No Na Nos Nas Com De Do Da Ao À Era Foi Havia Há É Tudo Todos Ninguém Nada Agora Hoje Ontem Enquanto Embora Porque Já Também Sem Desde Até Ali Aqui Lá',
};

const de: Abbreviations = {
  joined:
    'Hr Hrn Fr Frl Dr Dres Prof Ing Dipl Mag Frhr Gebr Hptm Oblt Lt Gen St Hl bzw ca vgl Vgl evtl ggf sog inkl exkl geb v z.B Z.B d.h D.h u.a u.U z.T m.E i.d.R',
  open: 'Str',
  numbered: 'Nr Bd Abb Kap Tel Abs Art S Jan Feb Apr Jun Jul Aug Sept Sep Okt Nov Dez',
  starters:
    'Der Die Das Den Dem Des Ein Eine Einen Einem Er Sie Es Wir Ihr Ich Du Und Oder Aber Doch Dann Danach Da Dort Hier Nun Jetzt So Als Wenn Weil Während Nach Vor Mit In Im Am An Auf Aus Bei Von Vom Zu Zum Zur Für Ohne Nur Noch Schon Auch Nicht Nein Ja Sein Seine Ihre Mein Meine Dieser Diese Dieses Jener Man Niemand Alle Alles Was Wer Wie Wo Warum Später Plötzlich Endlich Heute Gestern War Ist Hat Hatte Denn Trotzdem Deshalb Vielleicht Kein Keine Keiner Jeder',
  hasOrdinals: true,
};

const fr: Abbreviations = {
  joined: 'M MM Mme Mmes Mlle Mlles Dr Drs Me Mgr Pr Prof Vve St Ste cf Cf ex apr av env boul Cdt Lt p.ex vs',
  open: '',
  numbered: 'n no No nº p pp chap Chap vol t art fig',
  starters:
    'Le La Les L Un Une Il Elle Ils Elles Je J Tu Nous Vous On Et Ou Mais Puis Alors Ensuite Donc Or Car Ce C Cela Ça Cette Ces Cet Son Sa Ses S N Mon Ma Mes Leur Quand Où Comme Si Que Qu Qui Quoi Pourquoi Comment Dans En Au Aux À Avec Sans Sur Sous Pour Par De Du Des Non Oui Ne Tout Tous Personne Rien Maintenant Hier Demain Pendant Après Avant Déjà Encore Aussi Voilà',
};

const ru: Abbreviations = {
  joined:
    'т.е т.н т.к им ул проф Проф акад Акад Ген Напр св Св тов Тов ген полк лейт доц инж пл пер наб см См ср Ср напр англ нем фр лат гр',
  open: 'г Дж Вл Ник Ал',
  numbered: 'стр с гл рис т д кв п пп ст табл',
  starters:
    'Он Она Оно Они Мы Вы Ты Я Это Этот Эта Эти Тот Та Те То И А Но Или Да Нет Потом Затем Тогда Там Здесь Тут Теперь Сейчас Когда Где Как Что Кто Почему Зачем Если Хотя Пока После Перед До В Во На За Из От К Ко С Со По О Об При Для Без У Не Ни Все Всё Никто Ничего Его Её Их Мой Моя Наш Был Была Было Были Вот Ведь Уже Ещё Только Даже Однако Поэтому Сегодня Вчера Завтра Вдруг Наконец',
};

const it: Abbreviations = {
  joined:
    'Sig Sigg Sig.ra Sig.na Dott Dott.ssa Prof Prof.ssa Avv Ing On Arch Geom Rag Mons Rev Gen Col Cap es cfr Cfr Spett Egr p.es vs',
  open: '',
  numbered: 'n nn p pp pag cap vol art fig',
  starters:
    'Il Lo La I Gli Le L Un Una Uno Egli Ella Lui Lei Loro Noi Voi Io Tu E Ma O Poi Allora Dopo Così Non Sì No Si Che Chi Quando Dove Come Se Perché Per Con In Nel Nella A Al Alla Di Del Della Da Era Fu È C Questo Questa Quello Quella Tutto Tutti Nessuno Niente Ora Oggi Ieri Mentre',
};

const others: Abbreviations = { joined: 'Mr Mrs Ms Dr Prof vs', open: '', numbered: '', starters: '' };

const byLanguage = new Map(Object.entries({ en, tr, es, pt, de, fr, ru, it }));

/** Abbreviations of a language by its two-letter code; other languages get a common list. */
export const abbreviationsOf = (code: string): Abbreviations => byLanguage.get(code) ?? others;

/** Words of all languages after which a single letter is a label. */
export const labels =
  'plan plano piano vitamin vitamine vitamina class clase classe klasse grade group groupe grupo gruppo gruppe type tipo typ part partie parte teil section figure chapter model team room appendix category hepatitis point punto ponto punkt option letter letra lettre lettera block wing level exhibit version план витамин класс группа тип часть пункт буква';

/** Names in dotted capitals. Only the words of `acronymTails` continue a sentence after them. */
export const acronyms =
  'U.S U.K U.N U.S.A U.S.S.R D.C E.U L.A N.Y N.Y.C A.D B.C B.A M.A M.D S.A A.M P.M a.m p.m A.Ş av.J.-C apr.J.-C a.C d.C';

export const acronymTails =
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday EST GMT Army Navy Air Senate Congress Government President Supreme Treasury Marine Marines Constitution House Department State Secretary Embassy Court Forces Ambassador';
