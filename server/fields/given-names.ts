import type { Language } from '@ruam/contract/errors.ts'

/** Names that the product gives to what it makes for a store; the Thai one is kept. People may choose others. */
export const givenNames = {
  noteType: { th: 'บันทึก', en: 'Note' },
  noteField: { th: 'ข้อความบันทึก', en: 'Note text' },
} as const

type Given = keyof typeof givenNames

/** A name as a reader is told it: one that the product gave, in the reader's language. */
export const toldName = (given: Given, name: string, language: Language): string =>
  name === givenNames[given].th ? givenNames[given][language] : name

/** A name as it is kept: what was told comes back as it was, so that saving renames nothing. */
export const keptName = (given: Given, name: string, language: Language): string =>
  name === givenNames[given][language] ? givenNames[given].th : name

/** A type of activities with its name as it is told. */
export const toldType = <T extends { name: string }>(type: T, language: Language): T => ({
  ...type,
  name: toldName('noteType', type.name, language),
})

/** A field of activities with its name as it is told. */
export const toldField = <F extends { display_name: string }>(field: F, language: Language): F => ({
  ...field,
  display_name: toldName('noteField', field.display_name, language),
})
