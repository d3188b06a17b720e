import type { Language } from '@ruam/contract/errors/catalog.ts'

/** Names that the product gives to what it makes for a store; the Thai one is kept. People may choose others. */
export const builtInNames = {
  noteType: { th: 'โน้ต', en: 'Note' },
  visitType: { th: 'มาที่ร้าน', en: 'Store visit' },
  lineFollowType: { th: 'เพิ่มเพื่อนใน LINE', en: 'Added on LINE' },
  lineUnfollowType: { th: 'บล็อกใน LINE', en: 'Blocked on LINE' },
  lineMessageType: { th: 'ข้อความใน LINE', en: 'LINE message' },
  linePostbackType: { th: 'กดปุ่มใน LINE', en: 'LINE button' },
  facebookMessageType: { th: 'ข้อความใน Facebook', en: 'Facebook message' },
  facebookPostbackType: { th: 'กดปุ่มใน Facebook', en: 'Facebook button' },
  noteField: { th: 'ข้อความโน้ต', en: 'Note text' },
} as const

type Given = keyof typeof builtInNames

/** A name as it is shown: one that the product gave, in the reader's language. */
export const localizedName = (given: Given, name: string, language: Language): string =>
  name === builtInNames[given].th ? builtInNames[given][language] : name

/** A name as it is stored: one that was shown comes back as it was, so that saving renames nothing. */
export const storedName = (given: Given, name: string, language: Language): string =>
  name === builtInNames[given][language] ? builtInNames[given].th : name

const types = [
  ...['noteType', 'visitType'],
  ...['lineFollowType', 'lineUnfollowType', 'lineMessageType', 'linePostbackType'],
  ...['facebookMessageType', 'facebookPostbackType'],
] as const

/** The name of a type of activities as it is shown. */
export const localizedTypeName = (name: string, language: Language): string =>
  types.reduce((said, given) => localizedName(given, said, language), name)

/** The name of a type of activities as it is stored. */
export const storedTypeName = (name: string, language: Language): string =>
  types.reduce((said, given) => storedName(given, said, language), name)

/** A type of activities with the name that is shown. */
export const localizeType = <T extends { name: string }>(type: T, language: Language): T => ({
  ...type,
  name: localizedTypeName(type.name, language),
})

/** A field of activities with the name that is shown. */
export const localizeField = <F extends { display_name: string }>(field: F, language: Language): F => ({
  ...field,
  display_name: localizedName('noteField', field.display_name, language),
})
