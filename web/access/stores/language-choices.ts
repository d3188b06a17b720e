/** The ways in which a store may work in its languages, by what is saved, with the name of their words. */
export const languageChoices: Readonly<Record<string, 'thaiFirst' | 'englishFirst' | 'thaiAlone' | 'englishAlone'>> = {
  'th,en': 'thaiFirst',
  'en,th': 'englishFirst',
  th: 'thaiAlone',
  en: 'englishAlone',
}
