import { isPart, listOf, ruleFaults, within } from './flex-rules.ts'
import { type FlexReference, type FlexValue, flexSchema } from './flex-schema.ts'
import { type FlexFault, flexLimits as limits, type Part, textFault } from './flex-values.ts'

/** Faults that are listed. A text with more is none that a person could mend one by one. */
const MAX_FAULTS = 20

/** Returns what LINE would refuse in a flex message, each fault at its place in the JSON. */
export function flexFaults(contents: string): FlexFault[] {
  let whole: unknown
  try {
    whole = JSON.parse(contents)
  } catch {
    return [{ at: '', reason: 'not_json' }]
  }
  if (!isPart(whole) || (whole.type !== 'bubble' && whole.type !== 'carousel')) return [{ at: '', reason: 'not_flex' }]
  const found = ofObject(whole, { of: 'FlexContainer' }, '', 0)
  const all = found.some(({ reason }) => reason === 'too_deep') ? found : [...found, ...ofBytes(whole)]
  // Two rules may name one place: the first is the plainer one.
  return all.filter(({ at }, index) => all.findIndex((other) => other.at === at) === index).slice(0, MAX_FAULTS)
}

function ofObject(value: unknown, { of, kind }: FlexReference, at: string, boxes: number): FlexFault[] {
  if (!isPart(value)) return [{ at, reason: 'wrong_value' }]
  const kinds = flexSchema[of]!
  const hasType = !Object.hasOwn(kinds, '')
  const type = hasType ? String(value.type ?? '') : ''
  if (kind === undefined ? !Object.hasOwn(kinds, type) : type !== kind) {
    const reason = value.type === undefined ? 'missing' : 'unknown_type'
    return [{ at: within(at, 'type'), reason, allowed: kind ? [kind] : Object.keys(kinds) }]
  }
  const depth = boxes + (type === 'box' ? 1 : 0)
  if (depth > limits.boxes) return [{ at, reason: 'too_deep' }]
  const { properties, required } = kinds[type]!
  return [
    ...required
      .filter((name) => value[name] === undefined)
      .map((name) => ({ at: within(at, name), reason: 'missing' as const })),
    ...Object.entries(value).flatMap(([name, inner]): FlexFault[] => {
      if (hasType && name === 'type') return []
      const place = within(at, name)
      if (!Object.hasOwn(properties, name))
        return [{ at: place, reason: 'unknown_key', allowed: Object.keys(properties) }]
      return ofValue(inner, properties[name]!, place, { type, name, boxes: depth })
    }),
    ...ruleFaults(of, value, at),
  ]
}

interface Property {
  type: string
  name: string
  boxes: number
}

function ofValue(value: unknown, expected: FlexValue, at: string, property: Property): FlexFault[] {
  const wrong: FlexFault[] = [{ at, reason: 'wrong_value' }]
  switch (expected) {
    case 'string': {
      if (typeof value !== 'string') return wrong
      const fault = textFault(property.type, property.name, value)
      return fault ? [{ at, ...fault }] : []
    }
    case 'integer':
      return Number.isInteger(value) && Number(value) >= 0 ? [] : wrong
    case 'boolean':
      return typeof value === 'boolean' ? [] : [{ at, reason: 'wrong_value', allowed: ['true', 'false'] }]
  }
  if ('of' in expected) return ofObject(value, expected, at, property.boxes)
  if ('list' in expected) {
    if (!Array.isArray(value)) return wrong
    return listOf(value).flatMap((inner, index) => ofValue(inner, expected.list, `${at}[${index}]`, property))
  }
  if ('most' in expected) {
    if (typeof value !== 'string') return wrong
    return value.length > expected.most ? [{ at, reason: 'too_long' }] : ofValue(value, 'string', at, property)
  }
  return expected.includes(value as string) ? [] : [{ at, reason: 'wrong_value', allowed: expected }]
}

/** Sizes as LINE gets them. */
function ofBytes(whole: Part): FlexFault[] {
  const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
  const isLone = whole.type === 'bubble'
  const bubbles = isLone ? [whole] : listOf(whole.contents)
  const big = bubbles.flatMap((bubble, index): FlexFault[] =>
    bytesOf(bubble) > limits.bubbleBytes ? [{ at: isLone ? '' : `contents[${index}]`, reason: 'too_big' }] : [],
  )
  return bytesOf(whole) > limits.carouselBytes && !isLone ? [{ at: '', reason: 'too_big' }, ...big] : big
}
