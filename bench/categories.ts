/** Eight categories with thirty sub-categories. */
export const categories = [
  { name: 'Fiction', subCategories: ['Classics', 'Contemporary', 'Historical', 'Short Stories'] },
  { name: 'Mystery', subCategories: ['Detectives', 'Thrillers', 'Espionage', 'True Crime'] },
  { name: 'Children', subCategories: ['Picture Books', 'Fairy Tales', 'Adventures', 'Bedtime'] },
  { name: 'Science', subCategories: ['Astronomy', 'Nature', 'Mathematics', 'Medicine'] },
  { name: 'History', subCategories: ['Antiquity', 'Middle Ages', 'Modern Times', 'Biographies'] },
  { name: 'Poetry', subCategories: ['Lyric', 'Epic', 'Haiku'] },
  { name: 'Self Help', subCategories: ['Habits', 'Mindfulness', 'Work', 'Family'] },
  { name: 'Travel', subCategories: ['Islands', 'Cities', 'Walking'] },
] as const;
