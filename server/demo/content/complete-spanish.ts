import type { CompleteBookText } from './demo-types.ts';

export const completeSpanishBooks: readonly CompleteBookText[] = [
  {
    name: 'La Biblioteca bajo la Lluvia',
    author: 'Lucía Montalbán Rey',
    subCategoryCode: 'contemporary-novels',
    description:
      'Cuando se hunde el tejado de la biblioteca municipal, cada vecino se lleva a casa cuarenta libros para salvarlos. Devolverlos resultará mucho más difícil que rescatarlos.',
    chapters: [
      {
        name: 'El Tejado',
        texts: [
          'El tejado cedió un jueves a las cinco, que era la hora de los cuentos. No hubo estruendo. Primero cayó una gota sobre la página del dragón, y los niños pensaron que era parte de la historia. Después cayó otra. Cuando Aurora, la bibliotecaria, levantó los ojos, vio el cielo por un agujero del tamaño de un diccionario.',
          'Llamó al ayuntamiento y le dijeron que mandarían a alguien el lunes. Entonces salió a la puerta, se subió a una silla y gritó como no había gritado nadie en aquella casa en noventa años: “¡Que venga todo el mundo con lo que tenga!”. Vinieron con carretillas, con cochecitos de bebé, con el carro del pan. A las nueve de la noche no quedaba ni un libro en los estantes, y llovía dentro igual que fuera.',
        ],
      },
      {
        name: 'Cuarenta por Casa',
        texts: [
          'Tocaron a cuarenta. Al carnicero le cayó la filosofía entera, y la puso en la cámara, lejos de las chuletas, porque allí no había humedad. A las hermanas Ortuño les tocaron los viajes; no habían salido nunca del valle. El sargento Pardo se llevó la poesía en el coche patrulla, con las luces encendidas, por si acaso.',
          'Durante las primeras semanas nadie leyó. Los libros estaban de visita y no parecía correcto abrirlos. Pero el invierno fue largo, y una noche el carnicero, que no podía dormir, bajó a comprobar la temperatura y se sentó un momento. Al día siguiente, mientras cortaba los filetes, le preguntó a una clienta si creía que el río en que nos bañamos es siempre el mismo. La clienta pidió medio kilo y se quedó una hora.',
        ],
      },
      {
        name: 'Se Reclaman Devoluciones',
        texts: [
          'El tejado nuevo estuvo listo en mayo. Aurora clavó un aviso en la plaza: se ruega la devolución de los ejemplares. Pasó una semana y no apareció nadie. Pasó otra. Al final fue ella de puerta en puerta, con la lista en la mano, y en todas partes le ofrecieron café y le dieron largas.',
          'Las hermanas Ortuño estaban en Lisboa. El sargento Pardo, rojo hasta las orejas, confesó que recitaba en los controles de carretera, y que nadie se había quejado de la multa. El carnicero le abrió la cámara con solemnidad. “Si se los lleva —dijo—, ¿con quién hablo yo?”. Aurora volvió a su biblioteca limpia, seca y vacía, y se sentó debajo del tejado nuevo a escuchar cómo no llovía.',
        ],
      },
      {
        name: 'La Casa de Todos',
        texts: [
          'Aquella noche cambió el cartel. Donde ponía “Biblioteca municipal” escribió: “Aquí se dice dónde están los libros”. Y debajo colgó un plano del pueblo, con un número en cada puerta. Filosofía, en la carnicería, de nueve a dos. Poesía, en el cuartel. Viajes, llamen antes, suelen estar fuera.',
          'Ahora, quien busca un libro tiene que buscar primero a una persona. Tarda más, es verdad. A veces sale sin el libro y con una receta, o con una discusión, o con trabajo. En los estantes vacíos, los niños han puesto sus cosas: piedras, cometas, un nido. Los jueves a las cinco sigue siendo la hora de los cuentos, y cuando llueve, Aurora abre una ventana, para que entre un poco y no se nos olvide.',
        ],
      },
    ],
  },
  {
    name: 'Cuaderno de Sal',
    author: 'Rosario Belmar',
    subCategoryCode: 'poemas-del-mar',
    description:
      'Prosas y poemas de una mujer que hereda unas salinas y aprende a esperar al sol. Tres estaciones, tres cuadernos y un oficio casi desaparecido.',
    chapters: [
      {
        name: 'Primavera: el Agua',
        texts: [
          'Mi padre me dejó catorce cuadros de agua y ninguna instrucción. En abril se abre la compuerta y el mar entra despacio, como entran los parientes en una casa de luto. Hay que dejarlo pasar sin hablarle. Luego se cierra, y el agua se queda mirando al cielo, sin saber todavía que no va a volver.',
          'Cada mañana camino por los muros con los zapatos en la mano. Agua grande, agua mediana, agua pequeña: el mar va pasando de una a otra y en cada una se deja algo. Primero las algas, después el ruido, al final la prisa. Cuando llega al último cuadro es un mar tan manso que cabe una nube entera sin doblarse. Yo también me voy dejando cosas. Ayer, la pena de marzo. Hoy, las llaves.',
        ],
      },
      {
        name: 'Verano: la Flor',
        texts: [
          'Hay una hora, hacia las seis de la tarde, si no sopla el levante, en que la sal florece. No es una manera de hablar. Sobre el agua quieta se forma una piel finísima, blanca y un poco rosada, que huele a violetas. Hay que recogerla enseguida, con un gesto que no se aprende: como quien le quita a un niño dormido un pelo de la frente.',
          'La primera vez la rompí. La segunda la rompí. La tercera vino la vieja Micaela, que había trabajado con mi abuelo, se quedó detrás de mí y no dijo nada. Respiraba. Me puse a respirar a su paso, y cuando la pala tocó el agua ya no era yo quien la llevaba. Salió entera. “Ahora ya puedes estropear las que quieras”, dijo Micaela, y se fue a regar los tomates.',
        ],
      },
      {
        name: 'Otoño: el Peso',
        texts: [
          'En octubre se amontona la sal en la orilla y se espera a que escurra. De lejos parecen tiendas de un ejército pequeño y limpio. De cerca crujen por las noches. Me dijeron que es el agua que se despide, gota a gota, de la forma que tuvo. Yo les pongo una silla enfrente, por si alguna quiere contarme algo antes de que llegue el camión.',
          'Al final del año, cuatro toneladas; descontados el gasóleo, los sacos y el arreglo de la compuerta, me queda lo justo para empezar otra vez. El hombre del banco hace la cuenta dos veces, por educación, y me pregunta por qué sigo. Le regalo un puñado envuelto en papel. Esta noche, cuando le ponga sal a la tortilla, estará echando por encima un mes de julio, catorce cuadros de cielo y la respiración de una vieja. Que pruebe. Y luego, que me vuelva a preguntar.',
        ],
      },
    ],
  },
  {
    name: 'El Inspector y los Naranjos',
    author: 'Andrés Olivarde',
    subCategoryCode: 'detective-stories',
    description:
      'En el patio de un convento desaparecen todas las naranjas en una sola noche. El inspector Baeza, que está de baja y es alérgico al azahar, acepta el caso más amargo de su carrera.',
    chapters: [
      {
        name: 'Un Robo Redondo',
        texts: [
          'Trescientas doce naranjas no desaparecen solas. Las hermanas las habían contado la víspera, porque en aquel convento se contaba todo: las naranjas, los rezos y los días que faltaban para la mermelada. A las seis de la mañana, los veinte árboles del patio estaban desnudos. En el suelo no había ni una hoja.',
          'El inspector Baeza recibió la noticia en pijama, con la pierna escayolada y un humor acorde. “Estoy de baja”, dijo. “Por eso lo llamo”, contestó la madre superiora. “No quiero policía. Quiero un hombre que se aburra”. Baeza miró el techo de su dormitorio, que conocía ya grieta por grieta, y pidió un taxi, dos muletas y un paquete de pañuelos, porque el azahar le hacía llorar como en una boda.',
        ],
      },
      {
        name: 'Las Cinco Hermanas',
        texts: [
          'Interrogó a las sospechosas en el refectorio, de una en una. Sor Consuelo, la cocinera, tenía cuarenta tarros vacíos y una furia muy convincente. Sor Inés, la jardinera, hablaba de los árboles como de sobrinos. Sor Teresa era sorda, o lo era cuando le convenía. Las otras dos se limitaron a sonreír, que es la peor forma de declarar.',
          'Ninguna había oído nada. Baeza se quedó un rato en el banco del patio, estornudando a intervalos regulares. Algo no encajaba, y no era una cosa que hubiera, sino una que faltaba. Tardó siete estornudos en caer en la cuenta: no había mondas, ni barro, ni una rama rota. Quien se había llevado las naranjas las había cortado a tijera, a oscuras, una por una y con cariño.',
        ],
      },
      {
        name: 'La Carretilla',
        texts: [
          'La pista estaba en la rueda. La carretilla del convento había chirriado siempre, según el panadero, según el sacristán y según media calle. Aquella noche no chirrió. Baeza pasó un dedo por el eje y lo olió: no era aceite de máquina, era aceite de oliva, y del bueno. Solo una persona de aquella casa tenía acceso al aceite bueno.',
          '“Fui yo”, dijo sor Consuelo antes de que él abriera la boca. Lo dijo sin bajar los ojos, con el cucharón en la mano. “Y no fui yo sola. Sor Inés cortó, sor Teresa vigiló, que oye crecer la hierba, y las dos pequeñas empujaron. Ahora, si quiere detenernos, tendrá que ser por orden de edad y después de comer”.',
        ],
      },
      {
        name: 'Mermelada Amarga',
        texts: [
          'Las naranjas estaban en el hospital. Una por cama, trescientas doce camas, con un papelito atado al rabo: “Huélame”. Sor Inés había pasado allí el invierno y decía que lo peor no era el dolor, sino que nada olía a nada. La superiora habría dicho que no, porque la mermelada pagaba el tejado. Así que no se lo preguntaron.',
          'Baeza subió con sus muletas al despacho de la superiora y le entregó el informe, que tenía una sola línea: “Autor desconocido; móvil, excelente”. La anciana lo leyó, lo dobló en cuatro y abrió el cajón. Dentro había una naranja con su papelito. “También estuve ingresada en enero”, dijo. “Cama catorce. Quería saber si usted era de fiar”. Luego le ofreció un pañuelo, porque el inspector lloraba. Alergia, naturalmente.',
        ],
      },
    ],
  },
];
