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
  purchaseType: { th: 'ซื้อสินค้า', en: 'Purchase' },
  noteField: { th: 'ข้อความโน้ต', en: 'Note text' },
  purchaseAmount: { th: 'ยอดซื้อ', en: 'Purchase amount' },
  orderNumber: { th: 'เลขที่บิล', en: 'Order number' },
  purchaseItems: { th: 'สินค้า', en: 'Items' },
  purchaseBranch: { th: 'สาขา', en: 'Branch' },
  purchaseChannel: { th: 'ช่องทาง', en: 'Channel' },
} as const

const names = Object.entries(builtInNames)
const types = names.flatMap(([given, name]) => (given.endsWith('Type') ? [name] : []))
const fields = names.flatMap(([given, name]) => (given.endsWith('Type') ? [] : [name]))

type Given = typeof types | typeof fields

const shown = (given: Given, name: string, language: Language): string =>
  given.find(({ th }) => th === name)?.[language] ?? name

/** A name that was shown comes back as it was, so that saving renames nothing. */
const stored = (given: Given, name: string, language: Language): string =>
  given.find((one) => one[language] === name)?.th ?? name

/** The name of a type of activities as it is shown: one that the product gave, in the reader's language. */
export const localizedTypeName = (name: string, language: Language): string => shown(types, name, language)

/** The name of a type of activities as it is stored. */
export const storedTypeName = (name: string, language: Language): string => stored(types, name, language)

/** The name of a field of activities as it is shown. */
export const localizedFieldName = (name: string, language: Language): string => shown(fields, name, language)

/** The name of a field of activities as it is stored. */
export const storedFieldName = (name: string, language: Language): string => stored(fields, name, language)

/** A type of activities with the name that is shown. */
export const localizeType = <T extends { name: string }>(type: T, language: Language): T => ({
  ...type,
  name: localizedTypeName(type.name, language),
})

/** A field of activities with the name that is shown. */
export const localizeField = <F extends { display_name: string }>(field: F, language: Language): F => ({
  ...field,
  display_name: localizedFieldName(field.display_name, language),
})
