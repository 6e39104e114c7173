/** Eight categories with thirty sub-categories. */
export const categories = [
  { name: 'Fiction', parts: ['Classics', 'Contemporary', 'Historical', 'Short Stories'] },
  { name: 'Mystery', parts: ['Detectives', 'Thrillers', 'Espionage', 'True Crime'] },
  { name: 'Children', parts: ['Picture Books', 'Fairy Tales', 'Adventures', 'Bedtime'] },
  { name: 'Science', parts: ['Astronomy', 'Nature', 'Mathematics', 'Medicine'] },
  { name: 'History', parts: ['Antiquity', 'Middle Ages', 'Modern Times', 'Biographies'] },
  { name: 'Poetry', parts: ['Lyric', 'Epic', 'Haiku'] },
  { name: 'Self Help', parts: ['Habits', 'Mindfulness', 'Work', 'Family'] },
  { name: 'Travel', parts: ['Islands', 'Cities', 'Walking'] },
] as const;
