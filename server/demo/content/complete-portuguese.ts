import type { CompleteBookText } from './demo-types.ts';

export const completePortugueseBooks: readonly CompleteBookText[] = [
  {
    name: 'A Casa das Marés',
    author: 'Leonor Castanheda',
    subCategoryCode: 'family-sagas',
    description:
      'Duas vezes por dia o mar entra na cave da casa dos Avelar e devolve aquilo que a família quis esquecer. Quatro gerações, quatro objetos e uma porta que nunca se fechou por completo.',
    chapters: [
      {
        name: 'A Cave',
        texts: [
          'O meu bisavô construiu a casa em cima do mar porque o terreno era barato, e era barato porque não era terreno. Na maré alta, a água entrava pela cave, subia três degraus e ficava ali, muito quieta, como uma visita que não sabe se deve sentar-se. Na maré baixa ia-se embora e deixava sempre alguma coisa. Nunca se esqueceu de deixar.',
          'Aprendemos a viver com isso. A minha avó descia todas as manhãs com um cesto e apanhava o que houvesse: uma bota, um búzio, uma colher que tínhamos deitado fora na outra margem. Secava tudo ao sol e arrumava nas prateleiras, por ordem de chegada. “O mar não rouba”, dizia ela, a limpar as mãos ao avental. “O mar leva emprestado, e tem melhor memória do que nós.”',
        ],
      },
      {
        name: 'A Colher',
        texts: [
          'A colher tinha as iniciais de uma tia de quem ninguém falava. Chamava-se Amélia, partira para o Brasil numa terça-feira e, nessa mesma noite, a mãe atirara à água todo o faqueiro do enxoval. Durante vinte anos não se disse o nome dela à mesa. Comia-se sopa com colheres de pau, e quem perguntava porquê levava outra concha.',
          'Quando a primeira colher voltou, a bisavó fingiu não a ver. À segunda, sentou-se. Ao fim de um inverno tinham regressado onze, limpas e um pouco mais finas, como se a viagem as tivesse afiado. Então a bisavó pediu papel, molhou a pena e escreveu para o Rio de Janeiro uma carta de uma só linha: “Falta uma. Vem trazê-la.”',
        ],
      },
      {
        name: 'O Relógio Parado',
        texts: [
          'Em 1969, o mar trouxe um relógio de homem, parado nas quatro e vinte. O meu pai reconheceu-o e não disse nada. Nessa noite ouvi-o descer à cave, degrau a degrau, e ficar lá em baixo até a água lhe chegar aos joelhos. Voltou com o relógio no pulso. Nunca lhe deu corda, e nunca mais, em toda a vida, chegou atrasado.',
          'Só muitos anos depois me contou a história. Havia um irmão, havia um barco pequeno, havia uma noite em que não se podia acender nenhuma luz porque a polícia vigiava a barra. O irmão passou. Mandou dizer que tinha passado, da única maneira que lhe ocorreu: entregou o relógio à corrente, à hora exata em que pôs o pé em terra livre.',
        ],
      },
      {
        name: 'A Porta',
        texts: [
          'A casa agora é minha, e os engenheiros aconselham-me a fechar a cave. Trouxeram desenhos, um muro, uma bomba elétrica que ressona. São rapazes sérios. Ofereci-lhes café e levei-os lá abaixo à hora da maré, para que vissem a água entrar, subir os três degraus e parar à nossa frente, muito quieta, como quem espera que lhe digam o nome.',
          'Não fechei a porta. Pus-lhe um trinco novo, que abre dos dois lados. E ontem, pela primeira vez, não fui eu a apanhar: fui eu a deixar. Escrevi tudo isto num caderno, embrulhei-o em oleado e pousei-o no último degrau. Se um dia o encontrares na tua praia, seca-o ao sol. Depois vê quem falta à tua mesa e manda dizer que a sopa está pronta.',
        ],
      },
    ],
  },
  {
    name: 'O Gato Que Lia Mapas',
    author: 'Marisa Penalva',
    subCategoryCode: 'cuentos-de-animales',
    description:
      'Simão é um gato gordo, preguiçoso e excelente a ler mapas. Quando o avô se perde a caminho de casa, é ele quem tem de sair do sofá.',
    chapters: [
      {
        name: 'O Sofá',
        texts: [
          'O gato Simão dormia em cima dos mapas porque os mapas são quentes. O avô desdobrava-os à tarde, para viajar sem gastar os sapatos, e o Simão escolhia sempre um sítio para se deitar. Na segunda-feira dormia em África. Na terça, enrolava-se em volta do Polo Norte. À quinta-feira gostava da Madeira, que tem o tamanho certo para uma pata.',
          'De tanto dormir em cima do mundo, aprendeu-o de cor. Sabia que o azul é água e que o castanho é cansaço. Sabia que as linhas muito juntas querem dizer “leva lanche”. Só não contava a ninguém, porque um gato que sabe coisas é logo mandado fazer recados.',
        ],
      },
      {
        name: 'O Avô Não Volta',
        texts: [
          'Num domingo de nevoeiro, o avô foi comprar pão e não voltou. Passou a hora do pão, passou a hora da sopa. A Joana, que tinha sete anos e meio, encostou o nariz ao vidro, mas lá fora estava tudo branco como um mapa por estrear. “Ele às vezes esquece-se das ruas”, disse a mãe, muito baixinho, a vestir o casaco.',
          'O Simão abriu um olho. Depois, o que era raríssimo, abriu o outro. Saltou do sofá com um barulho de almofada, foi buscar a planta do bairro ao cesto dos papéis e pousou-a aos pés da Joana. Com a pata, muito devagar, desenhou um caminho: a padaria, o jardim, o coreto, o rio. E no rio carregou com força, até o papel ficar com cinco furinhos.',
        ],
      },
      {
        name: 'O Caminho de Casa',
        texts: [
          'Foram os três pelo nevoeiro: a mãe com a lanterna, a Joana com o mapa, o Simão à frente, de cauda no ar como uma bandeira. E lá estava o avô, sentado num banco à beira da água, com o pão ao colo, a olhar para uma casa que já não existia. “Era ali que eu morava em pequenino”, explicou. “Só queria ver se ainda havia luz.”',
          'O gato subiu para o colo dele e deitou-se em cima do pão, que também é quente. Ninguém ralhou com ninguém. No dia seguinte, a Joana desenhou um mapa novo, com poucas ruas e muitas setas, e coseu-o no forro do casaco do avô. No meio, onde os mapas têm uma cruz, desenhou um gato gordo a dormir. Por baixo escreveu, com a sua melhor letra: “Estás aqui. E nós também.”',
        ],
      },
    ],
  },
  {
    name: 'Pequeno Tratado do Pão',
    author: 'Joaquim Teixoso',
    subCategoryCode: 'everyday-life',
    description:
      'Farinha, água, sal e tempo: quatro ingredientes e dez mil anos de história. Um padeiro de Trás-os-Montes conta o que as mãos sabem antes da cabeça.',
    chapters: [
      {
        name: 'Farinha',
        texts: [
          'Antes de haver casas já havia pão, ou coisa parecida. Alguém esmagou sementes entre duas pedras, juntou água, deixou a papa esquecida sobre a laje quente e, ao voltar, encontrou uma surpresa. Quase tudo o que comemos de bom nasceu de um descuido. O segredo foi ter havido, ao lado da pedra, alguém com fome bastante para provar.',
          'A minha mãe conhecia a farinha pelo som. Deixava-a cair de uma mão para a outra, junto ao ouvido, e dizia: esta é de vale, esta apanhou chuva, esta vem de moleiro apressado. Eu ria-me. Hoje faço o mesmo, às três da manhã, sozinho na padaria, e já não me rio, porque a farinha responde-me.',
        ],
      },
      {
        name: 'Água e Sal',
        texts: [
          'O sal foi durante séculos mais caro do que o trigo. Nas aldeias da serra vinha às costas dos almocreves, em sacos pequenos, guardado como um parente rico. Havia casas onde se punha uma só pedra de sal na masseira, atada a um fio, para se poder tirar e usar na fornada seguinte. Chamavam-lhe, com toda a seriedade, o sal de passear.',
          'Quanto à água, não há receita que a meça bem. Depende do mês, da lua, da teimosia do grão. Deita-se devagar e espera-se que a massa diga que chega. Os aprendizes perguntam-me sempre como é que a massa diz. Eu respondo que é como saber que uma conversa acabou: deixa de se pegar aos dedos.',
        ],
      },
      {
        name: 'Tempo',
        texts: [
          'O fermento é um animal manso. Vive num frasco ao canto da cozinha, come farinha, bebe água e ressona em bolhas. O meu tem mais de cem anos e já pertenceu a três famílias; mudou de casa dentro de um lenço, atravessou uma fronteira sem papéis e sobreviveu a um inverno em que se comeu quase tudo o resto. Trato-o por senhor.',
          'Durante a noite, a massa cresce sem que ninguém a ajude. É essa a parte mais difícil do ofício: não fazer nada. Pôr um pano por cima, apagar a luz, confiar. Os antigos riscavam uma cruz na massa e diziam uma reza curta, que eu julgava ser para Deus. Acho agora que era para o padeiro, para que fosse dormir descansado.',
        ],
      },
      {
        name: 'Forno',
        texts: [
          'No forno comunitário, cada família marcava o seu pão para não o confundir com o do vizinho: um dedo, uma folha, duas bicadas de garfo. São as assinaturas mais antigas que a minha aldeia tem. Gente que nunca escreveu o nome num papel assinou, uma vez por semana, durante toda a vida, uma coisa que se comia.',
          'Depois vem o cheiro, e do cheiro não se faz tratado. Sai pela chaminé, dobra a esquina, entra pelas janelas e acorda cada pessoa numa idade diferente. Às sete abro a porta. A primeira cliente é sempre a dona Graça, que tem noventa e um anos, compra um pão pequeno e encosta-o ao peito para o caminho. “Para aquecer”, diz. E eu nunca perguntei o quê.',
        ],
      },
    ],
  },
];
