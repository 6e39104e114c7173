import type { CompleteBookText } from './demo-types.ts';

export const completeTurkishBooks: readonly CompleteBookText[] = [
  {
    name: 'Vapurun Son Seferi',
    author: 'Selim Karatepe',
    subCategoryCode: 'contemporary-novels',
    description:
      'Elli yıllık bir vapur son kez iskeleden ayrılır; kaptan, çaycı ve üç yolcu bunun farkındadır. Bir saatlik yolculuğa sığan, Boğaz kadar dar ve derin bir roman.',
    chapters: [
      {
        name: 'İskele',
        texts: [
          'Akşam altıyı on geçe, iskelenin demir kapısı her zamanki gibi iki kez takıldı, sonra açıldı. Biletçi Hamdi Bey elli yıldır bu kapıya yağ sürülmesini ister, elli yıldır da kimse sürmezdi. Bu akşam ilk defa sesine kulak verdi. Kapı gıcırdamıyordu aslında; bir şey söylemeye çalışıyordu.',
          'Vapurun adı bacasında yazılıydı, ama boya o kadar çok kat üst üste gelmişti ki harfler kabarmış, tombul bir çocuğun elinden çıkmış gibi duruyordu. Yolcular birer birer geçti tahta iskeleden. Kimi gazetesine bakıyordu, kimi telefonuna. Yalnızca kahverengi mantolu bir kadın durdu, avucunu vapurun soğuk yanağına koydu, sonra kimse görmüş mü diye etrafına bakındı. Ben gördüm. Çaycıyım; benim işim görmektir.',
        ],
      },
      {
        name: 'Çay Ocağı',
        texts: [
          'Vapurda çayın tadı başkadır derler, sebebini bilmezler. Sebebi titreşimdir. Makine çalışınca demlik, ocağın üstünde hafif hafif oynar; çay da uyuyamaz, durmadan kendini karıştırır. Otuz iki yıldır aynı demliği kullanırım. Dibinde, kaldırıp baksanız, küçük bir Boğaz haritası gibi çizikler vardır; ben o çiziklerin hangi kış, hangi lodosta atıldığını tek tek bilirim.',
          'O akşam kimseden para almadım. Bardakları tepsiye dizdim, salonu bir baştan öbür başa dolaştım. “Bu kimden?” diye sordular. “Gemiden,” dedim. Emekli öğretmen İhsan Bey bardağını pencereye doğru kaldırdı; ışık çayın içinden geçti, karşı kıyıdaki bütün evler bir an için kırmızı oldu.',
        ],
      },
      {
        name: 'Orta Yer',
        texts: [
          'Boğaz’ın tam ortasında, iki kıyının da aynı uzaklıkta kaldığı bir nokta vardır. Kaptan orada her akşam dümeni bir an serbest bırakır. Bunu kimse bilmez. Gemi o bir an boyunca kimsenin değildir; ne gidiyordur, ne dönüyordur. Kaptan bana bir keresinde, insanın hayatında da böyle bir yer olduğunu, ama çoğumuzun oradan uyuyarak geçtiğini söylemişti.',
          'Bu akşam motoru da durdurdu. Önce bir sessizlik oldu, sonra o sessizliğin içinden martılar, rüzgâr, uzaktaki bir ezan, bir çocuğun gülüşü çıktı. Kahverengi mantolu kadın güverteye geldi. “Annemle babam burada tanışmış,” dedi, “tam burada, çay dökülmüş üstüne.” Kime söylediğini bilmiyorum. Ben gidip bir çay daha doldurdum, yanına bıraktım, sessizce.',
        ],
      },
      {
        name: 'Karşı Kıyı',
        texts: [
          'Halatı ben attım bu sefer; kaptan izin verdi. Elimden çıkarken avucumu yaktı biraz, iyi de oldu, insan bazı şeyleri elinde hissetmek istiyor. Yolcular indi. Kimse arkasına bakmadı desem yalan olur. Herkes baktı, ama herkes başkası görmesin diye önce ayakkabısını bağlar gibi yaptı.',
          'Şimdi vapur, karşıdaki tersanede duruyor. Müze olacakmış, öyle diyorlar. Ben demliği eve götürdüm. Bizim mutfak titremez, çay da o yüzden bir türlü tutmuyor. Geçen gün hanım bulaşık makinesini çalıştırdı, demliği üstüne koydu, gözlerime baktı. Bekledik. Makine titredi, demlik titredi, mutfağın penceresinden bir vapur düdüğü geçti sanki. İçtim. Olmuştu.',
        ],
      },
    ],
  },
  {
    name: 'Nar Ağacının Masalı',
    author: 'Gülbahar Çamdereli',
    subCategoryCode: 'masallar',
    description:
      'Bin bir taneli bir nar, bin bir soruya cevap verebilir; ama her cevap bir tane eksiltir. Küçük Zeynep’in elinde tek bir tane kalmıştır.',
    chapters: [
      {
        name: 'Bahçedeki Yabancı',
        texts: [
          'Bir varmış, bir yokmuş. Evvel zaman içinde, rüzgârın henüz adını bilmediği günlerde, dağın eteğinde bir köy, köyün sonunda bir bahçe, bahçenin ortasında da bir nar ağacı varmış. Bu ağacı kimse dikmemiş, kimse de sulamamış. Bir sabah uyanmışlar ki oradaymış, sanki köyden önce gelmiş de köyün kurulmasını beklemiş.',
          'Ağaç yedi yıl boyunca meyve vermemiş. Köylüler baltayı bilemiş, ama ne zaman yaklaşsalar ağaç öyle güzel gölge vermiş ki, baltayı bırakıp altında uyuyakalmışlar. Sekizinci yılın sonbaharında, en üst dalda tek bir nar kızarmış. O kadar kırmızıymış ki geceleri yolcular onu uzak bir evin penceresi sanır, yollarını ona göre bulurlarmış.',
        ],
      },
      {
        name: 'Bin Bir Tane',
        texts: [
          'Narı koparan, köyün en küçüğü Zeynep olmuş. Çünkü ağaç yalnız ona eğilmiş. Kabuğu çatlar çatlamaz içinden bir ses gelmiş: “Sor bakalım.” Zeynep şaşırmış, ilk sorusunu boşa harcamış: “Sen konuşuyor musun?” “Konuşuyorum,” demiş nar. Bir tane pıt diye yere düşmüş, toprağa karışmış.',
          'Haber çabuk yayılmış. Muhtar hazineyi sormuş, değirmenci suyu, gelin kaynanasını, kaynana gelinini. Her sorudan sonra bir tane düşmüş. Cevaplar hep doğruymuş ama kimseyi sevindirmemiş; çünkü insanlar çoğu zaman bildikleri şeyi sorar, bilmedikleri bir cevap bekler. Kış geldiğinde narda bir tek tane kalmış. Zeynep onu mendiline sarıp yastığının altına saklamış.',
        ],
      },
      {
        name: 'Son Soru',
        texts: [
          'O kış çok kar yağmış. Bir gece kapıyı yaşlı bir kadın çalmış, elleri buz gibiymiş. “Bana bir soru ver,” demiş, “yıllardır sormak istediğim bir şey var ama hiç sıram gelmedi.” Zeynep uzun uzun düşünmüş. Sonra mendili açmış, son taneyi kadının avucuna bırakmış.',
          'Kadın eğilmiş, taneye fısıldamış: “Sen nasılsın?” Nar tanesi bir süre susmuş. Bin soruya cevap vermiş de, bunu soran hiç olmamış. Işımış, ısınmış, kadının ellerini ısıtmış, evi ısıtmış, karı eritmiş. Baharda o kapının önünde bir fidan çıkmış. Gökten üç nar düşmüş: biri masalı anlatana, biri dinleyene, biri de bu akşam birine “Nasılsın?” diye soracak olana.',
        ],
      },
    ],
  },
  {
    name: 'Yıldızlara Bakan Kasaba',
    author: 'Mert Özdalga',
    subCategoryCode: 'astronomy',
    description:
      'Bir elektrik kesintisi, bir kasabanın gökyüzünü geri verir. Bir öğretmenin, komşularına damda anlattığı dört gecelik astronomi dersi.',
    chapters: [
      {
        name: 'Birinci Gece: Karanlık',
        texts: [
          'Elektrikler saat dokuzda gitti, herkes pencereye çıktı. Önce birbirimize baktık, sonra, yapacak başka bir şey kalmayınca, yukarıya. Bakkal Rahmi elli yıldır bu kasabada yaşıyordu. “Bunlar hep burada mıydı?” dedi. Buradaydı, her gece, hepimizin tam tepesinde. Meğer biz yokmuşuz. O akşam kimse mum aramadı; kasaba ilk defa karanlıktan şikâyet etmeyi unuttu.',
          'O gece dama bir kilim serdim, çocuklara şunu anlattım: Gözünüz de bir çay gibidir, demlenmesi gerekir. Yirmi dakika boyunca hiçbir ışığa bakmazsanız gözbebeğiniz açılır, karanlık koyulaşacağına incelir. On beşinci dakikada ilk ses yükseldi: “Öğretmenim, yıldızların arasında da yıldız var!” Aralarına baktıkça daha da vardı.',
        ],
      },
      {
        name: 'İkinci Gece: Uzaklık',
        texts: [
          'Işık çok hızlıdır, ama yol da çok uzundur. Güneş’in ışığı bize sekiz dakikada varır; yani biri Güneş’i söndürse, bir bardak çay içecek kadar zamanımız olur. En yakın yıldızın ışığı ise dört yıldan fazladır yoldadır. İlkokula başlarken yola çıkmış, bu gece, beşinci sınıfta yakalamıştır seni.',
          'Nuriye Teyze kocasını on bir yıl önce kaybetmişti. Bütün gece sustu, en sonunda parmağıyla parlak bir yıldızı gösterdi: “Bunun ışığı kaç yıllık?” Baktım, Yaz Üçgeni’nin beyaz yıldızı Vega idi. “Yirmi beş,” dedim. Hesapladı, gülümsedi. “Demek o ışık yola çıktığında Halil daha hayattaydı,” dedi. “İyi. Tanıdık sayılır.”',
        ],
      },
      {
        name: 'Üçüncü Gece: Dönmek',
        texts: [
          'Bir sandalye, bir portakal, bir de el feneri aldım. Portakal Dünya oldu, fener Güneş, sandalyede de torunum Can oturdu, çünkü birinin durması gerekiyordu. Portakalı çevirince kabuğunda sabah ilerledi. “Demek güneş doğmuyor,” dedi Can, “biz ona doğru eğiliyoruz.” Bundan güzel anlatamazdım. Portakalı soyup paylaştık.',
          'Gece ilerledikçe takımyıldızlar çatının bir ucundan ötekine kaydı. Yerinden kıpırdamayan tek bir yıldız vardı: Kutup Yıldızı. En parlakları değildi, en güzelleri de. Rahmi uzun uzun baktı ona. “Bizim rahmetli ustaya benziyor,” dedi. “Hiç sesi çıkmazdı, ama herkes ona göre dururdu.”',
        ],
      },
      {
        name: 'Dördüncü Gece: Işık',
        texts: [
          'Dördüncü akşam elektrikler geldi. Televizyonlar konuşmaya başladı, sokak lambaları birer birer yandı, gökyüzü de utanmış gibi geri çekildi. Ben yine de dama çıktım, kilimi serdim, kimseyi beklemedim. Gençliğimde öğrendiğim bir şeydir: gözlemci yalnız da gözlemcidir. Gökyüzü yoklama almaz; gelenle de gelmeyenle de aynı saatte döner, insanı biraz da bu dinlendirir.',
          'Önce Can geldi, elinde portakalla. Sonra Nuriye Teyze, sonra yarım mahalle. En son Rahmi merdivenden başını uzattı, bana göz kırptı ve telefonunda belediyedeki yeğenini aradı. Ne konuştuklarını duymadım. Ama saat tam onda, çarşının bütün ışıkları bir saatliğine söndü. O günden beri bizim kasabada her ayın ilk cuması karanlıktır. Uzaktan geçen otobüsler arıza var sanır. Biz yukarıdayız, çayı demledik, bekleriz.',
        ],
      },
    ],
  },
];
