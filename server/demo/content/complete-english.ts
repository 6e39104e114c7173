import type { CompleteBookText } from './demo-types.ts';

export const completeEnglishBooks: readonly CompleteBookText[] = [
  {
    name: 'The Lighthouse Keeper’s Almanac',
    author: 'Isla Crannock',
    subCategoryCode: 'contemporary-novels',
    description:
      'For one year the last keeper of Skerra writes down the weather, the ships and the things nobody asked her to notice. When the light is automated, the almanac is all that still has to be wound by hand.',
    chapters: [
      {
        name: 'January, Wind from the North',
        texts: [
          'The first entry of the year is always the same, and I have never found a better one: still here. Below it I put the pressure, the direction of the wind and the number of panes that rattled in the night. There are forty-two panes in the lantern room. On the second of January, thirty-nine of them had something to say.',
          'People suppose that a keeper is lonely. They have not met the kettle. It begins to murmur at five, when I bank the stove, and by half past it is telling the whole story of its life. I pour the water before it reaches the sad part. Then I climb the hundred and eight steps, counting aloud, because once I did not count and found myself at the top with no memory of the climb and a feeling that somebody had come up beside me.',
          'A trawler passed at noon, low in the water and happy. I raised the blue flag and she answered with two notes on the horn. That is a conversation, out here. I went down and told it to the kettle.',
        ],
      },
      {
        name: 'April, Fog until Noon',
        texts: [
          'Fog is not an absence. It is a great soft animal that comes up the rocks on its belly and sleeps against the door. You can hear it breathing between the soundings of the horn. I leave it a saucer of quiet, and toward noon, when it has had enough of us, it gets to its feet and walks away over the water without looking round.',
          'The letter from the Board came in the mail sack with the flour. It was a courteous letter. It said that in the autumn a clever lamp would arrive, which needs no one, and that they were grateful for my thirty-one years. I read it twice, once for the words and once for the spaces between them. Then I trimmed the wick of the old lamp a little more carefully than usual, as one straightens the collar of a child who is about to be photographed.',
        ],
      },
      {
        name: 'August, Glass Calm',
        texts: [
          'On the stillest day of the year the sea forgets its own name. It lies there like a floor. A boy rowed out from the village on a dare, and when he found that I did not bite he stayed to lunch. He asked what the light was for, and I began to say ships, but that was only the official answer.',
          'The light is for whoever is awake. A woman with a sick child sees it cross her ceiling every twelve seconds and knows that one other person has not gone to bed. A man who has quarrelled with his brother counts the flashes until he is calm enough to be sorry. I have never met them. I have kept their hours for thirty-one years, and I believe that we are, in a manner of speaking, related.',
          'The boy thought about it for as long as it takes to eat a slice of bread, looking past me at the enormous empty blue, where nothing moved and nothing, for once, was in need of us. “So it’s a sort of letter,” he said. I told him that it was. Then he asked if there was any more jam.',
        ],
      },
      {
        name: 'November, the New Lamp',
        texts: [
          'It is no bigger than a loaf of bread. Two young men carried it up in a box, screwed it to the floor, and turned a key. It made no sound at all. I confess that I waited for it to cough, or to ask for something. They were kind. One of them carried my trunk to the boat and pretended that it was light.',
          'I live now above the chandler’s shop, in a room with a flat floor and no stairs to count. At night I pull my chair to the window. Every twelve seconds the new lamp comes over the harbour, thin and white and perfectly on time, and crosses my ceiling. So that is what it was like, I think, all those years, for the others. I open the almanac and write the date. Still here, I write. And then, since there is nobody on the stair to hurry me: wind from the west, all panes quiet.',
        ],
      },
    ],
  },
  {
    name: 'A Short Walk Through Deep Time',
    author: 'Desmond Arkwright',
    subCategoryCode: 'the-living-world',
    description:
      'If the age of the Earth were a walk of four and a half kilometres, where would you meet the first fish, and where would you stop for lunch? A history of everything, at walking pace.',
    chapters: [
      {
        name: 'Put on Your Boots',
        texts: [
          'Let one step be half a million years. It is an unreasonable step, but so is the distance we have to cover, and you will be glad of the stride. Our path begins beside a young sun and ends at your own front door, some nine thousand steps away. Bring a sandwich. There will be nothing to eat for the first three kilometres except minerals.',
          'The opening stretch is hot underfoot. The ground has not decided to be ground, and the sky keeps falling in pieces. About a hundred steps along, something the size of a planet strikes us a glancing blow, and the splash goes up, and stays up, and slowly rounds itself into a moon. Look at it now, because it hangs huge and close. It has been walking away from us ever since.',
        ],
      },
      {
        name: 'A Long Stretch of Slime',
        texts: [
          'It is not known exactly at which step life begins, only that when we bend to tie a lace, somewhere before the first kilometre, there it already is: a film upon a wet stone. It will be slime for the next two hours. I ask you not to be bored. In that green skin, invention follows invention, and every one of them is still at work in you as you walk.',
          'One of these small tailors learns to cut sunlight into sugar, and lets fall, as a scrap of waste, a gas called oxygen. For a great many paces the iron in the sea drinks it all and turns to rust. Then the iron is full. The gas rises into the air, poisons nearly everyone, and paints the sky blue.',
        ],
      },
      {
        name: 'Everyone Arrives at Once',
        texts: [
          'For nearly nine-tenths of the way nobody has had a face. Now, with about a thousand steps to go, the path is suddenly crowded: shells, spines, jointed legs, and the first pair of eyes, which must have found the view astonishing. Mind where you tread. That flat worm with the stiff back is a great-grandparent of yours, and of the herring’s too.',
          'A little further on, something puts a fin on the mud and leans. It does not mean to conquer the land. It means only to reach the next pool before this one dries. Most great departures are like that, I think, seen from close by: somebody wanted water, and it was just a bit further than expected.',
        ],
      },
      {
        name: 'The Last Step',
        texts: [
          'The dinosaurs come in with four or five hundred steps left and go out with a hundred and thirty. Afterwards the small warm things look about them and stretch. There are horses the size of terriers, then whales with knees, then grass. We are in sight of the house. You may notice, a dozen paces from the gate, some apes who have stood up to look over it.',
          'Everything that has ever been written down happened within the last centimetre, in the thickness of the doormat. Every king is there, every recipe, every song that anybody remembered. It is easy to feel small upon hearing this. I would suggest another feeling. You have walked nine thousand steps in the company of things that could not know where they were going, and you are the first of them to turn around on the step and see the path.',
        ],
      },
    ],
  },
  {
    name: 'The Clockmaker of Pennyfold',
    author: 'Beatrix Holloway',
    subCategoryCode: 'bedtime-stories',
    description:
      'In the village of Pennyfold the clocks are all a little wrong, and old Mr Tansy likes them that way. Then the Mayor orders one right time for everyone, and bedtime itself goes missing.',
    chapters: [
      {
        name: 'The Shop of Wrong Clocks',
        texts: [
          'At the bottom of Pennyfold, where the lane forgets that it is a lane and becomes a puddle, stood the shop of Mr Tansy. It had three hundred clocks in it. Not one of them agreed with its neighbour, and they argued all day long, tick against tock, like geese in a cart.',
          'The baker’s clock ran early, because bread is shy and must be woken in the dark. The school clock ran late, so that children who had stopped to look at a snail were always just in time. And the clock in the nursery at number nine ran slowest of all from seven until eight, which is the hour for stories. “A clock should fit its people,” said Mr Tansy, “the way a hat does.”',
        ],
      },
      {
        name: 'The Mayor’s Very Good Idea',
        texts: [
          'The Mayor had been to the city, and had come home with a moustache and an idea. “One time!” he cried from the steps of the hall. “The same for all! Think how tidy we shall be!” And he sent two men with a ladder to set every clock in Pennyfold to twelve minutes past three.',
          'It was terribly tidy. The bread came out pale and cross. The snails were lonely. And that evening, when Wren and Oliver climbed into bed, it was eight o’clock before their father had even opened the book. He read, “Once upon a”, and the clock struck, and he had to shut it again. All down the lane you could hear three words, and a bump, and children lying awake wondering, once upon a what?',
        ],
      },
      {
        name: 'Where Bedtime Went',
        texts: [
          'Wren and Oliver put coats over their pyjamas and went to look for the missing hour. They looked in the well. They looked under the bridge, where the ducks were asleep with their heads on backwards. At last they saw a light at the bottom of the lane, and heard a sound like geese in a cart.',
          'Mr Tansy had swept it up. It was all there, in a biscuit tin: the minutes that nobody had been allowed to use, soft and brown and folded small. “I could not throw them out,” he said. “Some of them have never been opened.” And he gave the tin to the children, with a spoon, and told them to put back one minute at a time, beginning with the Mayor’s own house, because he needed it the most.',
        ],
      },
      {
        name: 'Just in Time',
        texts: [
          'The Mayor found the first minute on his pillow. He had not had one of his own for years. He lay in it, and it was as deep as a bath, and he remembered that his grandmother used to tell him about a fox who wore boots. When it was over he got up, went out on the steps in his nightshirt, and let the village have its clocks back.',
          'So if you visit Pennyfold, do not ask the time. Ask whose. And if your own clock should run a little slow tonight, just between seven and eight, leave it alone. Somebody may have put a spoonful in. Listen: tick, and then a long, long, comfortable while, and then, when you are nearly not listening any more, tock.',
        ],
      },
    ],
  },
];
