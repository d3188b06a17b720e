// Values of flex messages, by the words of LINE's reference: its description in schemas calls most of them just texts.

export type Part = Readonly<Record<string, unknown>>

export interface FlexFault {
  /** Place in the JSON: `body.contents[2].color`. Empty for the whole. */
  at: string
  reason: FlexReason
  /** Values that LINE takes. */
  allowed?: readonly string[]
}
export type FlexReason =
  | ('missing' | 'too_long' | 'too_many' | 'not_https' | 'not_json' | 'not_flex')
  | ('unknown_key' | 'unknown_type' | 'wrong_value' | 'wrong_colour' | 'wrong_size' | 'wrong_ratio')
  | ('not_here' | 'too_deep' | 'too_big' | 'uneven')

/** LINE's limits. Sizes are bytes of the JSON without spaces. */
export const flexLimits = {
  bubbles: 12,
  bubbleBytes: 30_000,
  carouselBytes: 50_000,
  /** LINE names no limit. Nothing that people can read needs half as many. */
  boxes: 20,
  buttonLabel: 40,
  messageText: 300,
  address: 1000,
  picture: 2000,
} as const

const gaps = ['none', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl']
const fonts = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', '3xl', '4xl', '5xl']

interface Length {
  words: readonly string[]
  /** True if a percentage of the parent is a length too. */
  percent: boolean
}
const margin: Length = { words: gaps, percent: false }
const padding: Length = { words: gaps, percent: true }
const side: Length = { words: [], percent: true }
const lengths: Readonly<Record<string, Length>> = {
  ...{ margin, spacing: margin, cornerRadius: margin, lineSpacing: { words: [], percent: false } },
  borderWidth: { words: ['none', 'light', 'normal', 'medium', 'semi-bold', 'bold'], percent: false },
  ...{ paddingAll: padding, paddingTop: padding, paddingBottom: padding, paddingStart: padding, paddingEnd: padding },
  ...{ offsetTop: padding, offsetBottom: padding, offsetStart: padding, offsetEnd: padding },
  ...{ width: side, maxWidth: side, height: side, maxHeight: side },
}
const fontSize: Length = { words: fonts, percent: false }
const pictureSize: Length = { words: [...fonts, 'full'], percent: true }

const PIXELS = /^-?\d+(?:\.\d+)?px$/
const PERCENT = /^-?\d+(?:\.\d+)?%$/
const COLOUR = /^#(?:[\da-f]{6}|[\da-f]{8})$/i
const ANGLE = /^(?:[0-2]?\d{1,2}|3[0-5]\d)(?:\.\d+)?deg$/
const RATIO = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/
const OPENED = /^(?:https:\/\/|line:\/\/|tel:)\S+$/
/** A picture that this server shows; it gets its address when it is sent. */
const OWN_PICTURE = /^\/media\/([\w-]{43})$/
const FETCHED = /^https:\/\/\S+$/

/** Returns the fault of a text by the name of its property, or undefined. */
export function textFault(type: string, name: string, value: string): Omit<FlexFault, 'at'> | undefined {
  if (/color$/i.test(name)) return COLOUR.test(value) ? undefined : { reason: 'wrong_colour' }
  if (name === 'aspectRatio') return isRatio(value) ? undefined : { reason: 'wrong_ratio' }
  if (name === 'angle') return ANGLE.test(value) ? undefined : { reason: 'wrong_value', allowed: ['0deg', '90deg'] }
  if (name === 'centerPosition') return PERCENT.test(value) ? undefined : { reason: 'wrong_value', allowed: ['50%'] }
  if (name === 'uri' || name === 'desktop') return addressFault(value, OPENED, flexLimits.address)
  if (name === 'url' || name === 'previewUrl')
    return OWN_PICTURE.test(value) ? undefined : addressFault(value, FETCHED, flexLimits.picture)
  const known = name === 'size' ? (type === 'image' ? pictureSize : fontSize) : lengths[name]
  // The width of a bubble and the height of a button are words of the schema.
  return known && type !== 'bubble' && type !== 'button' ? lengthFault(value, known) : undefined
}

function lengthFault(value: string, { words, percent }: Length): Omit<FlexFault, 'at'> | undefined {
  if (words.includes(value) || PIXELS.test(value) || (percent && PERCENT.test(value))) return undefined
  return { reason: 'wrong_size', allowed: [...words, '12px', ...(percent ? ['50%'] : [])] }
}

function addressFault(value: string, form: RegExp, most: number): Omit<FlexFault, 'at'> | undefined {
  if (value.trim() === '') return { reason: 'missing' }
  if (!form.test(value)) return { reason: 'not_https' }
  return value.length > most ? { reason: 'too_long' } : undefined
}

/** True for width:height of 1 to 100,000, at most three times as high as wide. */
function isRatio(value: string): boolean {
  const [width, height] = (RATIO.exec(value)?.slice(1) ?? []).map(Number)
  if (width === undefined || height === undefined) return false
  return width >= 1 && height >= 1 && width <= 100_000 && height <= 3 * width
}
