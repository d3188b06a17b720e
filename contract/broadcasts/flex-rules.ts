import { type FlexFault, flexLimits as limits, type Part } from './flex-values.ts'

// Rules about whole components, by the words of LINE's reference.

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const typeOf = (value: unknown) => (isPart(value) && typeof value.type === 'string' ? value.type : undefined)
export const within = (at: string, name: string) => (at ? `${at}.${name}` : name)

const BLOCKS = ['header', 'hero', 'body', 'footer'] as const
const BOXED = ['box', 'button', 'image', 'text', 'separator', 'filler']
const IN_BASELINE = ['icon', 'text', 'filler']
const HEROES = ['box', 'image', 'video']
const VIDEO_SIZES = [undefined, 'kilo', 'mega', 'giga']

/** Returns faults of a component, action or container that its schema does not name. Those of its children are theirs. */
export function ruleFaults(of: string, part: Part, at: string): FlexFault[] {
  const type = typeOf(part)
  if (of === 'Action') return ofAction(part, at)
  switch (type) {
    case 'carousel':
      return ofCarousel(part, at)
    case 'bubble':
      return ofBubble(part, at)
    case 'box':
      return ofBox(part, at)
    case 'text':
      return ofText(part, at)
    case 'span':
      return missingText(part, 'text', at)
    case 'button':
      return ofButton(part, at)
    case 'linearGradient':
      return ['angle', 'startColor', 'endColor'].flatMap((name) => missingText(part, name, at))
    default:
      return []
  }
}

function ofCarousel({ contents }: Part, at: string): FlexFault[] {
  const bubbles = listOf(contents)
  const place = within(at, 'contents')
  const uneven = bubbles.findIndex((bubble) => sizeOf(bubble) !== sizeOf(bubbles[0]))
  const video = bubbles.findIndex((bubble) => isPart(bubble) && typeOf(bubble.hero) === 'video')
  return [
    ...(bubbles.length === 0 ? [{ at: place, reason: 'missing' as const }] : []),
    ...(bubbles.length > limits.bubbles ? [{ at: place, reason: 'too_many' as const }] : []),
    ...(uneven === -1 ? [] : [{ at: `${place}[${uneven}].size`, reason: 'uneven' as const }]),
    ...(video === -1 ? [] : [{ at: `${place}[${video}].hero`, reason: 'not_here' as const }]),
  ]
}

const sizeOf = (bubble: unknown) => (isPart(bubble) ? (bubble.size ?? 'mega') : undefined)

function ofBubble(bubble: Part, at: string): FlexFault[] {
  const place = within(at, 'hero')
  const hero = typeOf(bubble.hero)
  const isLost = hero !== undefined && !HEROES.includes(hero)
  const isSmall = hero === 'video' && !VIDEO_SIZES.includes(bubble.size as string | undefined)
  return [
    ...(BLOCKS.some((name) => bubble[name] !== undefined)
      ? []
      : [{ at: within(at, 'body'), reason: 'missing' as const }]),
    ...(isLost || isSmall ? [{ at: place, reason: 'not_here' as const }] : []),
  ]
}

function ofBox({ layout, contents }: Part, at: string): FlexFault[] {
  const allowed = layout === 'baseline' ? IN_BASELINE : BOXED
  const known = new Set([...BOXED, ...IN_BASELINE, 'video', 'span'])
  return listOf(contents).flatMap((inner, index) => {
    const type = typeOf(inner)
    const isHere = type === undefined || !known.has(type) || allowed.includes(type)
    return isHere ? [] : [{ at: `${within(at, 'contents')}[${index}]`, reason: 'not_here' as const, allowed }]
  })
}

function ofText(part: Part, at: string): FlexFault[] {
  if (part.contents === undefined) return missingText(part, 'text', at)
  return listOf(part.contents).length === 0 ? [{ at: within(at, 'contents'), reason: 'missing' }] : []
}

function ofButton({ action }: Part, at: string): FlexFault[] {
  if (!isPart(action)) return []
  const place = within(at, 'action')
  return [...missingText(action, 'label', place), ...longText(action, 'label', place, limits.buttonLabel)]
}

function ofAction(action: Part, at: string): FlexFault[] {
  switch (typeOf(action)) {
    case 'uri':
      return action.uri === undefined ? [{ at: within(at, 'uri'), reason: 'missing' }] : []
    case 'message':
      return [...missingText(action, 'text', at), ...longText(action, 'text', at, limits.messageText)]
    case 'postback':
      return missingText(action, 'data', at)
    case 'datetimepicker':
      return [...missingText(action, 'data', at), ...missingText(action, 'mode', at)]
    default:
      return []
  }
}

/** A text that is there but empty is missing as well. Any other value is a fault of the schema. */
const missingText = (part: Part, name: string, at: string): FlexFault[] =>
  part[name] === undefined || (typeof part[name] === 'string' && part[name].trim() === '')
    ? [{ at: within(at, name), reason: 'missing' }]
    : []

const longText = (part: Part, name: string, at: string, most: number): FlexFault[] =>
  typeof part[name] === 'string' && part[name].length > most ? [{ at: within(at, name), reason: 'too_long' }] : []
